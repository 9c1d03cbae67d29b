/**
 * Decodes a name that consists of the plain name, a NUL byte and the encoded differences of the
 * Unicode name. Returns null for other names, whose encoding is unknown.
 */
export function unpackRar4Name(raw: Buffer): string | null {
  const zero = raw.indexOf(0)
  return zero < 0 ? null : unpackName(raw.subarray(0, zero), raw.subarray(zero + 1))
}

/**
 * Each character is encoded by two bits: 0 is one byte, 1 is one byte plus the common high byte, 2
 * is two bytes, and 3 is a run copied from the plain name, optionally shifted.
 */
function unpackName(plain: Buffer, packed: Buffer): string {
  const codes: number[] = []
  let at = 0
  const next = () => packed[at++] ?? 0
  const high = next() << 8
  let modes = 0
  let bits = 0
  while (at < packed.length && codes.length <= plain.length) {
    if (bits === 0) {
      modes = next()
      bits = 8
      if (at >= packed.length) break
    }
    bits -= 2
    const mode = (modes >>> bits) & 3
    if (mode === 0) codes.push(next())
    else if (mode === 1) codes.push(next() | high)
    else if (mode === 2) codes.push(next() | (next() << 8))
    else copyRun(plain, codes, next(), () => ({ shift: next(), high }))
  }
  return String.fromCharCode(...codes.slice(0, plain.length))
}

function copyRun(
  plain: Buffer,
  codes: number[],
  control: number,
  correction: () => { shift: number; high: number },
) {
  const { shift, high } = control & 0x80 ? correction() : { shift: 0, high: 0 }
  const end = Math.min(plain.length, codes.length + (control & 0x7f) + 2)
  for (let k = codes.length; k < end; k++) codes.push((((plain[k] ?? 0) + shift) & 0xff) | high)
}
