/**
 * Converts EPUB sections that browsers cannot show to HTML. Browsers stop at the first error in
 * invalid XML, and cannot lay out a bare SVG as a section.
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

/**
 * Replaces self-closing tags, which HTML does not support: the text that follows one would become
 * the content of the element.
 */
export const convertToHtml = (xhtml: string) =>
  xhtml.replace(selfClosed, (whole, name: string, attributes: string) =>
    voidElements.has(name.toLowerCase()) ? whole : `<${name}${attributes}></${name}>`,
  )

/** Builds a page that shows a single image. `name` is the last segment of the image's path. */
export const buildImagePage = (name: string) =>
  `<!doctype html><html><head><title></title></head><body><img alt="" src="${encodeURIComponent(name)}"></body></html>`
