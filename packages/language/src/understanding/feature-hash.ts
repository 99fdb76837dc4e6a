/** FNV-1a of a name, cut to the table's size. */
export function hash(name: string, bits: number): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) value = Math.imul(value ^ name.charCodeAt(at), 0x01000193);
  value ^= value >>> 15;
  return (Math.imul(value, 0x2c1b3c6d) >>> 0) >>> (32 - bits);
}
