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

/** Time for which the text waits for files that few pages need, such as italics. */
const maxWaitMs = 300

const requested = new Map<string, Promise<void>>()
const bytes = new Map<string, ArrayBuffer>()
const added = new WeakMap<Document, Set<string>>()

/**
 * Loads a font. Until it has been loaded, system fonts are used for the text. Files that few pages
 * need are requested after `first`, so that a slow connection transfers the text before them. If
 * they are late, the promise resolves without them.
 */
export async function loadTypeface(font: string, first: Promise<unknown>) {
  const [upright, ...others] = typefaces[font]?.files ?? []
  if (upright === undefined) return
  const late = first.then(() => Promise.all(others.map(load)))
  const wait = first.then(() => new Promise((resolve) => setTimeout(resolve, maxWaitMs)))
  await Promise.all([load(upright), Promise.race([late, wait])])
}

/** Loads all files of a font. */
export const loadWholeTypeface = (font: string) =>
  Promise.all(typefaces[font]?.files.map(load) ?? [])

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

/** Adds the loaded files to the document. Returns false if there was nothing to add. */
export function addTypeface(doc: Document, font: string): boolean {
  const typeface = typefaces[font]
  const FontFaceClass = doc.defaultView?.FontFace
  if (!typeface || !FontFaceClass) return false
  const known = added.get(doc) ?? new Set()
  added.set(doc, known)
  const countBefore = known.size
  for (const [index, file] of typeface.files.entries()) {
    const content = bytes.get(file)
    if (!content || known.has(file)) continue
    known.add(file)
    const { name, weight } = typeface
    doc.fonts.add(new FontFaceClass(name, content, { weight, ...descriptors[index] }))
  }
  return known.size > countBefore
}
