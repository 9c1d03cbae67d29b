/**
 * Fonts that are included in Quire. Documents of a book cannot load external files, so they receive
 * the bytes of the fonts.
 */
import hanken from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url'
import hankenExt from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2?url'
import hankenExtItalic from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-ext-wght-italic.woff2?url'
import hankenItalic from '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-italic.woff2?url'
import legible from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url'
import legibleExt from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2?url'
import legibleExtItalic from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-italic.woff2?url'
import legibleItalic from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-italic.woff2?url'
import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url'
import newsreaderExt from '@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-normal.woff2?url'
import newsreaderExtItalic from '@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-italic.woff2?url'
import newsreaderItalic from '@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2?url'

interface Typeface {
  readonly name: string
  readonly weight: string
  /** Upright and italic, each for Latin and Latin Extended. */
  readonly files: readonly [upright: string, italic: string, ext: string, extItalic: string]
}

const serif: Typeface = {
  name: 'Newsreader',
  weight: '200 800',
  files: [newsreader, newsreaderItalic, newsreaderExt, newsreaderExtItalic],
}

const typefaces: Readonly<Record<string, Typeface>> = {
  // Most books do not specify a font. This one is better than the browser's default.
  publisher: serif,
  serif,
  sans: {
    name: 'Hanken Grotesk',
    weight: '100 900',
    files: [hanken, hankenItalic, hankenExt, hankenExtItalic],
  },
  legible: {
    name: 'Atkinson Hyperlegible Next',
    weight: '200 800',
    files: [legible, legibleItalic, legibleExt, legibleExtItalic],
  },
}

const unicodeRange = 'U+0100-02BA, U+02BD-02C5, U+02C7-02DB, U+1E00-1EFF, U+2C60-2C7F, U+A720-A7FF'

const descriptors: readonly FontFaceDescriptors[] = [
  {},
  { style: 'italic' },
  { unicodeRange },
  { style: 'italic', unicodeRange },
]

const asked = new Map<Typeface, Promise<void>>()
const ready = new Map<Typeface, readonly ArrayBuffer[]>()

/** Loads a font. Until it has been loaded, system fonts are used for the text. */
export async function getTypeface(font: string) {
  const typeface = typefaces[font]
  if (!typeface) return
  const known = asked.get(typeface) ?? fetchAll(typeface)
  asked.set(typeface, known)
  await known
}

async function fetchAll(typeface: Typeface) {
  try {
    ready.set(typeface, await Promise.all(typeface.files.map(getBytes)))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    asked.delete(typeface)
  }
}

/** Adds a loaded font to the document. Returns false if there was nothing to add. */
export function addTypeface(doc: Document, font: string): boolean {
  const typeface = typefaces[font]
  const files = typeface && ready.get(typeface)
  const FontFaceClass = doc.defaultView?.FontFace
  if (!files || !FontFaceClass || has(doc, typeface)) return false
  for (const [index, bytes] of files.entries()) {
    const { name, weight } = typeface
    doc.fonts.add(new FontFaceClass(name, bytes, { weight, ...descriptors[index] }))
  }
  return true
}

const has = ({ fonts }: Document, { name }: Typeface) =>
  [...fonts].some(({ family }) => family.replaceAll('"', '') === name)

async function getBytes(address: string) {
  const answer = await fetch(address)
  return answer.arrayBuffer()
}
