export const STYLESHEET = `@font-face{font-family:"Inter Variable";src:url(/fonts/inter-latin.woff2) format("woff2");font-weight:100 900;font-display:swap}
:root{color-scheme:dark;--canvas:#0F0E15;--t1:#F2F0F8;--t2:#B9B5CA;--t3:#918DA8;--control:#6E6A85;--ring:#A488FF;--primary:#7A4FF0;--hover:#6B42E0;--line:#3A3649;--quiet:#1B1924;--link:#8CC4FF;--alert:#37242C;--bad:#FF8589}
:root[data-theme="light"]{color-scheme:light;--canvas:#F8F7FC;--t1:#1B1827;--t2:#4A4560;--t3:#67617E;--control:#857F9C;--ring:#7A4FF0;--primary:#6D42E6;--hover:#5B31D0;--line:#C9C4DB;--quiet:#EFECF8;--link:#1558B8;--alert:#FDE7E8;--bad:#B3232B}
[data-theme="light"] .brand circle{fill:#EFA03C}
*{box-sizing:border-box;margin:0;padding:0}
body{min-height:100vh;display:grid;place-items:center;background:var(--canvas);color:var(--t1);font:14px/20px "Inter Variable",Inter,system-ui,sans-serif;padding:24px 16px}
main{width:100%;max-width:400px}
.brand{display:inline-flex;align-items:center;gap:10px;color:inherit;text-decoration:none;font-size:20px;font-weight:680;letter-spacing:-.025em;margin-bottom:40px;border-radius:6px}
h1{font-size:30px;line-height:38px;font-weight:640;letter-spacing:-.025em}
.lead{color:var(--t2);margin:4px 0 24px}
label{display:block;font-size:13px;line-height:18px;font-weight:550;color:var(--t2);margin:16px 0 6px}
input{width:100%;height:44px;padding:0 12px;border-radius:8px;border:1px solid var(--control);background:var(--canvas);color:var(--t1);font:inherit;font-size:16px}
input:focus{outline:none;border-color:var(--ring);box-shadow:0 0 0 1px var(--ring)}
.pair{display:grid;gap:0 12px;grid-template-columns:1fr 1fr}
@media(max-width:419px){.pair{grid-template-columns:1fr}}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;height:44px;margin-top:24px;border:0;border-radius:10px;background:var(--primary);color:#fff;font:inherit;font-size:15px;font-weight:550;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--hover)}
:is(a,button):focus-visible{outline:2px solid var(--ring);outline-offset:2px}
.quiet{background:none;border:1px solid var(--line);color:var(--t1);margin-top:12px}
.quiet:hover{background:var(--quiet)}
[hidden]{display:none}
.beside{display:flex;justify-content:flex-end;margin-top:8px;font-size:13px;line-height:18px}.beside a{color:var(--link)}
.code{letter-spacing:.2em;font-variant-numeric:tabular-nums}
.hint{font-size:12px;line-height:16px;color:var(--t3);margin-top:6px}.hint a{color:var(--link)}
.other{margin-top:24px;color:var(--t2)}.other a:not(.button){color:var(--link)}
h2{font-size:15px;line-height:22px;font-weight:600}
.lead strong{color:var(--t1);font-weight:600;overflow-wrap:anywhere}
.grants{margin:8px 0 12px;padding:12px 16px 12px 32px;border:1px solid var(--line);border-radius:12px}.grants li{margin:4px 0}
.pair button{margin-top:16px}.pair+.hint{margin-top:20px}
.alert{background:var(--alert);color:var(--bad);border-radius:8px;padding:10px 12px;margin-bottom:8px}
`;
