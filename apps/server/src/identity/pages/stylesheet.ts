export const STYLESHEET = `@font-face{font-family:"Inter Variable";src:url(/fonts/inter-latin.woff2) format("woff2");font-weight:100 900;font-display:swap}
:root{color-scheme:dark}
*{box-sizing:border-box;margin:0;padding:0}
body{min-height:100vh;display:grid;place-items:center;background:#0F0E15;color:#F2F0F8;font:14px/20px "Inter Variable",Inter,system-ui,sans-serif;padding:24px 16px}
main{width:100%;max-width:400px}
.brand{display:inline-flex;align-items:center;gap:10px;color:inherit;text-decoration:none;font-size:20px;font-weight:680;letter-spacing:-.025em;margin-bottom:40px;border-radius:6px}
h1{font-size:30px;line-height:38px;font-weight:640;letter-spacing:-.025em}
.lead{color:#B9B5CA;margin:4px 0 24px}
label{display:block;font-size:13px;line-height:18px;font-weight:550;color:#B9B5CA;margin:16px 0 6px}
input{width:100%;height:44px;padding:0 12px;border-radius:8px;border:1px solid #6E6A85;background:#0F0E15;color:#F2F0F8;font:inherit;font-size:16px}
input:focus{outline:none;border-color:#A488FF;box-shadow:0 0 0 1px #A488FF}
.pair{display:grid;gap:0 12px;grid-template-columns:1fr 1fr}
@media(max-width:419px){.pair{grid-template-columns:1fr}}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;height:44px;margin-top:24px;border:0;border-radius:10px;background:#7A4FF0;color:#fff;font:inherit;font-size:15px;font-weight:550;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:#6B42E0}
:is(a,button):focus-visible{outline:2px solid #A488FF;outline-offset:2px}
.quiet{background:none;border:1px solid #3A3649;color:#F2F0F8;margin-top:12px}
.quiet:hover{background:#1B1924}
[hidden]{display:none}
.beside{display:flex;justify-content:flex-end;margin-top:8px;font-size:13px;line-height:18px}.beside a{color:#8CC4FF}
.code{letter-spacing:.2em;font-variant-numeric:tabular-nums}
.hint{font-size:12px;line-height:16px;color:#918DA8;margin-top:6px}.hint a{color:#8CC4FF}
.other{margin-top:24px;color:#B9B5CA}.other a:not(.button){color:#8CC4FF}
h2{font-size:15px;line-height:22px;font-weight:600}
.lead strong{color:#F2F0F8;font-weight:600;overflow-wrap:anywhere}
.grants{margin:8px 0 12px;padding:12px 16px 12px 32px;border:1px solid #3A3649;border-radius:12px}.grants li{margin:4px 0}
.pair button{margin-top:16px}.pair+.hint{margin-top:20px}
.alert{background:#37242C;color:#FF8589;border-radius:8px;padding:10px 12px;margin-bottom:8px}
`;
