/** Fonts that are included in Quire. They are added to the documents of a book. */
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

const requested = new Map<string, Promise<void>>()
const bytes = new Map<string, ArrayBuffer>()
const added = new WeakMap<Document, Set<string>>()

/**
 * Loads the upright file of a font, which every section needs, so that the first layout uses it.
 * Until it has been loaded, system fonts are used for the text.
 */
export async function loadTypeface(font: string) {
  const upright = typefaces[font]?.files[0]
  if (upright !== undefined) await load(upright)
}

function load(file: string): Promise<void> {
  const known = requested.get(file) ?? fetchFile(file)
  requested.set(file, known)
  return known
}

async function fetchFile(file: string) {
  try {
    const answer = await fetch(file)
    bytes.set(file, await answer.arrayBuffer())
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    requested.delete(file)
  }
}

/**
 * Adds the files of a font to the document. The browser loads the italic and Latin Extended files
 * only if the document has text that needs them. `onLate` is called after each of these files has
 * loaded, because it changes the layout. Returns false if there was nothing to add.
 */
export function addTypeface(doc: Document, font: string, onLate: () => void): boolean {
  const typeface = typefaces[font]
  const FontFaceClass = doc.defaultView?.FontFace
  if (!typeface || !FontFaceClass) return false
  const known = added.get(doc) ?? new Set()
  added.set(doc, known)
  const countBefore = known.size
  for (const [index, file] of typeface.files.entries()) {
    if (known.has(file)) continue
    known.add(file)
    const { name, weight } = typeface
    const content = bytes.get(file)
    const source = content ?? `url(${new URL(file, document.baseURI).href})`
    const face = new FontFaceClass(name, source, { weight, display: 'swap', ...descriptors[index] })
    doc.fonts.add(face)
    if (!content) void followLateFile(face, file, onLate)
  }
  return known.size > countBefore
}

/** Keeps a file that a section needed, so that the next sections have it before their layout. */
async function followLateFile(face: FontFace, file: string, onLate: () => void) {
  try {
    await face.loaded
  } catch {
    // The text keeps the system font.
    return
  }
  onLate()
  await load(file)
}
