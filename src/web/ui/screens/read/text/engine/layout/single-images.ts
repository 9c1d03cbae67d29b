/** If a section consists of a single image without text, makes the image fill the screen. */
export function markPicture(doc: Document) {
  const { body, documentElement } = doc
  if (body?.textContent?.trim() !== '') return
  const pictures = body.querySelectorAll('img, svg')
  const [picture] = pictures
  if (!picture || pictures.length > 1) return
  documentElement.dataset['quirePicture'] = ''
  // SVG covers often have an attribute that distorts the image.
  if (picture.localName === 'svg') picture.removeAttribute('preserveAspectRatio')
}

export const pictureRules = `
  html[data-quire-picture] body { column-span: all !important; height: 100% !important; padding: 0 !important; }
  html[data-quire-picture] body, html[data-quire-picture] body *:has(img, svg) {
    display: grid !important; place-content: center !important; place-items: center !important;
    width: 100% !important; height: 100% !important; max-width: none !important; margin: 0 !important;
    float: none !important; position: static !important; text-indent: 0 !important;
  }
  html[data-quire-picture] :is(img, svg) { max-width: 100% !important; margin: 0 !important; }
  html[data-quire-picture] img { width: auto !important; height: auto !important; }
  html[data-quire-picture] :is(svg, img[src$='.svg']) { width: 100% !important; height: 100% !important; }`
