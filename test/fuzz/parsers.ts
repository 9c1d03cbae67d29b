/**
 * Run manually: `bun test/fuzz/parsers.ts [cases] [seed]`. Parses texts and images of books after
 * changing, truncating, repeating and mixing them with adversarial input. No case may throw, take
 * longer than two seconds or exceed a memory limit.
 */
import { readFileSync } from 'node:fs'
import { BadFile } from '../../src/media/contents/contents'
import { parseComicInfo } from '../../src/media/metadata/comic-info'
import { headBytes, readDimensions } from '../../src/media/image/headers/dimensions'
import { readPublication } from '../../src/media/reader/decoder-archives'
import { parseFolderName, parseName } from '../../src/media/filenames/filenames'
import { readBook } from '../../src/media/reader/reader'
import { parseSeriesJson } from '../../src/media/metadata/series-json'
import { readSidecar } from '../../src/media/reader/sidecars'
import { findXmp, parseXmp } from '../../src/media/metadata/xmp'
import { makeComicInfo } from '../support/make/cbz'
import { makePicture, type PictureFormat } from '../support/make/pictures'
import { makeZip } from '../support/make/zip'
import { type Dice, fuzz, type MakeCase, mutate } from './run-cases'
import { epubParts, names, seriesJson, xmp } from './texts'

interface Target {
  name: string
  samples: Buffer[]
  change(sample: Buffer, throwDice: Dice): Buffer
  /** Builds the parsed input from the modified bytes, if they differ. */
  wrap?(bytes: Buffer, throwDice: Dice): Buffer
  run(path: string): unknown
}

const bytesOf = (path: string) => readFileSync(path)
const onBytes = (parse: (bytes: Buffer) => unknown) => (path: string) => parse(bytesOf(path))

async function makeCases(): Promise<MakeCase> {
  const targets = await makeTargets()
  return (i, throwDice) => {
    const { name, samples, change, wrap, run } = targets[i % targets.length]!
    const changed = change(samples[throwDice(samples.length)]!, throwDice)
    return { name, input: wrap?.(changed, throwDice) ?? changed, run: tolerant(run) }
  }
}

/** Ignores the rejection of a bad file. Any other error is a failure. */
const tolerant = (run: Target['run']) => async (path: string) => {
  try {
    await run(path)
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
  }
}

async function makeTargets(): Promise<Target[]> {
  const info = Buffer.from(
    makeComicInfo(
      { Series: 'Saga', Number: '1.5', Count: 9, Year: 2012, Genre: 'A, B', AgeRating: 'Teen' },
      '<Pages><Page Image="0" Type="FrontCover" ImageWidth="10" Bookmark="x"/></Pages>',
    ),
  )
  const pictureFormats: PictureFormat[] = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff']
  const pictures = await Promise.all(
    pictureFormats.map((format) => makePicture({ format, width: 30, height: 40 })),
  )
  const [jpeg] = pictures
  const parts = epubParts(jpeg!)
  const texts = ['OEBPS/content.opf', 'OEBPS/nav.xhtml', 'OEBPS/toc.ncx', 'META-INF/container.xml']
  const epubWith = (name: string) => (bytes: Buffer) =>
    makeZip(parts.map((part) => (part.name === name ? { ...part, data: bytes } : part)))
  const ofEpub = texts.map((name) => ({
    name: `epub ${name}`,
    samples: [Buffer.from(parts.find((part) => part.name === name)!.data)],
    change: mangle,
    wrap: epubWith(name),
    run: async (path: string) => {
      await readBook(path)
      await readPublication(path)
    },
  }))
  return [
    {
      name: 'ComicInfo',
      samples: [info],
      change: mangle,
      run: onBytes((bytes) => parseComicInfo(bytes, [])),
    },
    {
      name: 'ComicInfo in a book',
      samples: [info],
      change: mangle,
      wrap: (bytes) =>
        makeZip([
          { name: '1.jpg', data: jpeg! },
          { name: 'ComicInfo.xml', data: bytes },
        ]),
      run: (path) => readBook(path),
    },
    {
      name: 'series.json',
      samples: [Buffer.from(seriesJson)],
      change: mangle,
      run: onBytes((bytes) => parseSeriesJson(bytes, [])),
    },
    {
      name: 'metadata.opf',
      samples: [Buffer.from(parts.find(({ name }) => name.endsWith('.opf'))!.data)],
      change: mangle,
      run: (path) => readSidecar(path, 'opf'),
    },
    {
      name: 'artwork',
      samples: pictures,
      change: mutate,
      run: (path) => readSidecar(path, 'artwork'),
    },
    {
      name: 'XMP',
      samples: [Buffer.from(xmp)],
      change: mangle,
      run: (path) => parseXmp(findXmp(path) ?? bytesOf(path), []),
    },
    {
      name: 'names',
      samples: names.map((name) => Buffer.from(name)),
      change: mangle,
      run: onBytes((bytes) => {
        const [file = '', folder] = bytes.toString().split('/').toReversed()
        parseName(file, folder)
        parseFolderName(file)
      }),
    },
    {
      name: 'dimensions',
      samples: pictures,
      change: mutate,
      run: onBytes((bytes) =>
        readDimensions(bytes.subarray(0, headBytes), (length) => bytes.subarray(0, length)),
      ),
    },
    ...ofEpub,
  ]
}

const poisons = [
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>',
  '&c;'.repeat(200),
  '<!DOCTYPE x SYSTEM "file:///etc/passwd">',
  '<a>'.repeat(20_000),
  '['.repeat(20_000),
  '{"a":'.repeat(5_000),
  '&#x110000;&#xD800;&#0;',
  '<![CDATA[',
  '<!--',
  ' '.repeat(50_000),
  '('.repeat(3_000),
  '0'.repeat(3_000),
  '-'.repeat(3_000),
  'v1 c1 '.repeat(1_000),
  '\0\ufffe\ufeff',
  '１２３',
  '../'.repeat(500),
  '%2e%2e%2f%00%',
  '="'.repeat(2_000),
  '\u202e\u0000',
]

/** Cuts, repeats and moves parts of a text, and inserts adversarial input. */
function mangle(sample: Buffer, throwDice: Dice): Buffer {
  let bytes = sample
  for (let i = throwDice(4); i >= 0; i--) bytes = mangleOnce(bytes, throwDice)
  return throwDice(3) === 0 ? mutate(bytes, throwDice) : Buffer.from(bytes)
}

function mangleOnce(bytes: Buffer, throwDice: Dice): Buffer {
  const at = throwDice(bytes.length + 1)
  const end = Math.min(bytes.length, at + throwDice(80))
  const piece = bytes.subarray(at, end)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(end)]
  switch (throwDice(4)) {
    case 0:
      return Buffer.concat([before, after])
    case 1: {
      const times = throwDice(20) === 0 ? 2_000 : 2
      return Buffer.concat([before, ...Array.from({ length: times }, () => piece), after])
    }
    case 2:
      return Buffer.concat([before, Buffer.from(poisons[throwDice(poisons.length)]!), after])
    default: {
      const to = throwDice(after.length + 1)
      return Buffer.concat([before, after.subarray(0, to), piece, after.subarray(to)])
    }
  }
}

await fuzz(import.meta.path, makeCases)
