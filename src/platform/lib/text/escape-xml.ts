/** Escapes text for XML. Pure. */
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const allowedControls = new Set(['\t', '\n', '\r'])

/**
 * For the text of elements and attributes. Removes characters that XML 1.0 cannot contain, because file names
 * may have any.
 */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (character) =>
      allowedControls.has(character) ? character : '',
    )
    .replace(/[&<>"']/g, (character) => entities[character]!)
