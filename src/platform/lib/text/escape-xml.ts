const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const allowedControls = new Set(['\t', '\n', '\r'])

/** Checked first, because almost no text needs escaping, and a feed contains thousands of texts. */
// oxlint-disable-next-line no-control-regex -- XML 1.0 cannot contain them
const special = /[&<>"'\u0000-\u001f\u007f-\u009f\ufffe\uffff\ud800-\udfff]/

/**
 * Escapes text for elements and attributes. Removes characters that XML 1.0 cannot contain, because
 * file names may contain any character.
 */
export const escapeXml = (text: string): string => (special.test(text) ? replaceAll(text) : text)

const replaceAll = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (character) =>
      allowedControls.has(character) ? character : '',
    )
    .replace(/[&<>"']/g, (character) => entities[character]!)
