/**
 * Typefaces that come with Quire. The documents of a book may load nothing from outside it, so the letters
 * are handed to them as bytes.
 */
import hanken from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import hankenExt from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2?url'
import hankenItalic from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-italic.woff2?url'
import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url'
import newsreaderExt from '@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-normal.woff2?url'
import newsreaderItalic from '@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2?url'

interface Face {
  readonly address: string
  readonly family: string
  readonly descriptors: FontFaceDescriptors
}

const extended = 'U+0100-02BA, U+02BD-02C5, U+02C7-02DB, U+1E00-1EFF, U+2C60-2C7F, U+A720-A7FF'

function family(name: string, weight: string, [upright, italic, ext]: [string, string, string]) {
  const face = (address: string, descriptors: FontFaceDescriptors = {}): Face => ({
    address,
    family: name,
    descriptors: { weight, ...descriptors },
  })
  return [face(upright), face(italic, { style: 'italic' }), face(ext, { unicodeRange: extended })]
}

const faces: Readonly<Record<string, readonly Face[]>> = {
  serif: family('Newsreader', '200 800', [newsreader, newsreaderItalic, newsreaderExt]),
  sans: family('Hanken Grotesk', '100 900', [hanken, hankenItalic, hankenExt]),
}

const fetched = new Map<string, Promise<ArrayBuffer>>()

/** True once the document has letters that it had not before. */
export async function addTypeface(doc: Document, font: string): Promise<boolean> {
  const wanted = faces[font]
  const Made = doc.defaultView?.FontFace
  const isThere = [...doc.fonts].some((face) => face.family === wanted?.[0]?.family)
  if (!wanted || !Made || isThere) return false
  const loaded = await Promise.all(
    wanted.map(async ({ address, family: name, descriptors }) => {
      const face = new Made(name, await bytesOf(address), descriptors)
      return face.load()
    }),
  )
  for (const face of loaded) doc.fonts.add(face)
  return true
}

function bytesOf(address: string) {
  const known = fetched.get(address) ?? fetch(address).then((answer) => answer.arrayBuffer())
  fetched.set(address, known)
  return known
}
