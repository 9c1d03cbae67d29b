/**
 * Parts of a book that a browser cannot show as they are. What is no well-formed XML ends for a browser at its
 * first fault, and a bare drawing is no document that a reader could lay out; as HTML both can be read.
 */

const voidElements = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
])

const selfClosed = /<([A-Za-z][\w:-]*)((?:\s[^<>]*)?)\/>/g

/** HTML does not know elements that close themselves: the rest of the text would be within the first one. */
export const convertToHtml = (xhtml: string) =>
  xhtml.replace(selfClosed, (whole, name: string, attributes: string) =>
    voidElements.has(name.toLowerCase()) ? whole : `<${name}${attributes}></${name}>`,
  )

/** `name` is the last part of the picture's path. */
export const buildImagePage = (name: string) =>
  `<!doctype html><html><head><title></title></head><body><img alt="" src="${encodeURIComponent(name)}"></body></html>`
