/**
 * Converts a number below 2^63 from base 36, as used in MangaUpdates URLs, to base 10. Returns
 * undefined for other text.
 */
export function decodeBase36(id: string): string | undefined {
  if (!/^[\da-z]{1,13}$/i.test(id)) return undefined
  let value = 0n
  for (const digit of id) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return value < 2n ** 63n ? String(value) : undefined
}
