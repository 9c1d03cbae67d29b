/**
 * Formats `Content-Disposition` (RFC 6266) with an ASCII name for old clients, and a UTF-8 name for
 * all others.
 */
export function formatDisposition(disposition: 'inline' | 'attachment', name: string): string {
  const clean = name.toWellFormed().replace(/[\p{Cc}\p{Cf}/\\]/gu, '_')
  const plain = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_')
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeExtended(clean)}`
}

/** Percent-encodes everything except the `value-chars` of RFC 8187. */
const encodeExtended = (text: string) =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
