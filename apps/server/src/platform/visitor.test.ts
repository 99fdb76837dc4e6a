import { describe, expect, it } from 'vitest';
import { describeDevice, toNetwork } from './visitor.ts';

describe('a visitor', () => {
  it.each([
    ['203.0.113.77', '203.0.113.x'],
    ['::ffff:198.51.100.4', '198.51.100.x'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::x'],
    ['2001:db8::7348', '2001:db8:0::x'],
    ['fe80::1%eth0', 'fe80:0:0::x'],
    ['127.0.0.1', 'this machine'],
    ['::1', 'this machine'],
    ['nonsense', 'unknown network'],
  ])('from %s has the address %s', (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
      'Chrome on Mac',
    ],
    ['curl/8.9.1', 'curl'],
    ['', 'Unknown device'],
    [undefined, 'Unknown device'],
  ])('with %s has a device name', (userAgent, words) => {
    expect(describeDevice(userAgent)).toBe(words);
  });
});
