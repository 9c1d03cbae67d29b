/**
 * A small realistic library with each kind of book, metadata, gaps, long names and a broken file.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { makeCbz } from '../support/make/cbz'
import { makeEpub } from '../support/make/epub'
import { makePdf } from '../support/make/pdf'
import type { Quire, Visit } from './harness'
import { buildParagraphs } from './tiny-epub'

interface Comic {
  name: string
  volumes: readonly number[]
  hue: number
  info: Record<string, string | number>
}

const pagesInBook = 8
const pageSize = { width: 480, height: 720 }

const comics: readonly Comic[] = [
  {
    name: 'Tidal Hour',
    volumes: [1, 2, 4, 5],
    hue: 205,
    info: {
      Summary:
        'When the old tide bell rings in a harbour that has had no bell for sixty years, night clerk Sena starts keeping a second set of hours. Every chapter follows one of them: who was awake, what was lost, and which of the boats came back with somebody else at the oars. Nothing is explained before its time.',
      Writer: 'Mio Asagiri',
      Penciller: 'Mio Asagiri, Ren Okabe',
      Translator: 'Ada Lindgren',
      Publisher: 'Kurofune Press',
      Genre: 'Mystery, Slice of life, Drama',
      Tags: 'sea, time, harbour, night shift',
      Year: 2019,
      Month: 3,
      Count: 6,
      Manga: 'YesAndRightToLeft',
      AgeRating: 'Teen',
      LanguageISO: 'en',
      Web: 'https://example.org/tidal-hour',
      StoryArc: 'The Bell',
    },
  },
  {
    name: 'Low Orbit',
    volumes: [1, 2, 3],
    hue: 262,
    info: {
      Summary: 'Three cleaners, one station, no gravity.',
      Writer: 'Luc Moreau',
      Colorist: 'Ana Petrov',
      Publisher: 'Halfmoon',
      Genre: 'Science fiction, Comedy',
      Year: 2021,
    },
  },
  {
    name: 'Hollow Garden',
    volumes: [1],
    hue: 330,
    info: { Writer: 'Lena Moreau', Genre: 'Drama', Year: 2015, AgeRating: 'Mature 17+' },
  },
]

const begunSeries = ['Low Orbit', 'A Series Whose Name', 'سلسلة', 'The Glass Estuary']

/** Number of series after the scan. */
export const showcaseSeries = comics.length + 3

export async function writeShowcase(folder: string): Promise<void> {
  for (const comic of comics) await writeComic(folder, comic)
  const cover = await drawPage({ title: 'The Glass Estuary', number: 0, hue: 215 })
  const chapters = ['Slack water', 'The ferryman’s net', 'Spring tide'].map(
    (title, index) => `${title}. ${buildParagraphs(index + 1, 30).replaceAll(/<[^>]+>/g, ' ')}`,
  )
  const note = 'Slack water is the short while in which the tide runs neither in nor out.'
  const novel = { title: 'The Glass Estuary', author: 'Nadia Rahmani', cover, chapters, note }
  writeFile(folder, 'The Glass Estuary/The Glass Estuary.epub', await makeEpub(novel))
  const images = await Promise.all(
    [1, 2, 3].map(async (number) => {
      const data = await drawPage({ title: 'Field Notes on Rain', number, hue: 130 })
      return { data, ...pageSize }
    }),
  )
  const info = { Title: 'Field Notes on Rain', Author: 'Oskar Brandt' }
  writeFile(folder, 'Field Notes on Rain/Field Notes on Rain.pdf', makePdf({ images, info }))
  writeFile(
    folder,
    'Damaged on the Way/Damaged on the Way v1.cbz',
    Buffer.from('PK\u0003\u0004 and no more'),
  )
}

/** Starts and completes some books, so that the home page has content. */
export async function addProgress({ context }: Visit, { url }: Quire) {
  const { request } = context
  const answer = await request.get(`${url}/api/v1/books?pageSize=100&sort=title%2Casc`)
  const { data } = (await answer.json()) as { data: { id: string; seriesName: string }[] }
  const headers = { origin: new URL(url).origin }
  const listBooks = (name: string) => data.filter(({ seriesName }) => seriesName.startsWith(name))
  const [first, second] = listBooks('Tidal Hour')
  const begun = [second, ...begunSeries.map((name) => listBooks(name)[0])]
  for (const book of begun) {
    if (!book) continue
    const progress = `${url}/api/v1/books/${book.id}/progress`
    await request.put(progress, { headers, data: { currentPage: 2 } })
  }
  if (first) await request.post(`${url}/api/v1/books/${first.id}/read`, { headers })
  const wanted = ['Hollow Garden', 'A Series Whose Name', 'Field Notes', '潮'].flatMap(
    (name) => listBooks(name)[0]?.id ?? [],
  )
  await request.post(`${url}/api/v1/want-to-read/bulk`, { headers, data: { bookIds: wanted } })
}

async function writeComic(folder: string, { name, volumes, hue, info }: Comic) {
  for (const volume of volumes) {
    const numbers = Array.from({ length: pagesInBook }, (_, index) => index)
    const pages = await Promise.all(
      numbers.map(async (number) => ({
        name: `${String(number + 1).padStart(3, '0')}.jpg`,
        data: await drawPage({ title: `${name} ${volume}`, number, hue: hue + volume * 9 }),
      })),
    )
    const comicInfo = { Series: name, Volume: volume, ...info }
    const file = `${name}/${name.slice(0, 60).trim()} v${volume}.cbz`
    writeFile(folder, file, await makeCbz({ pages, comicInfo }))
  }
}

function writeFile(folder: string, path: string, data: Uint8Array) {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), data)
}

interface Drawing {
  title: string
  /** Page number; 0 for the cover. */
  number: number
  hue: number
}

const { width, height } = pageSize

async function drawPage(drawing: Drawing): Promise<Buffer> {
  const inner = drawing.number === 0 ? drawCover(drawing) : drawPanels(drawing)
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`
  return sharp(Buffer.from(picture)).jpeg({ quality: 70 }).toBuffer()
}

function drawCover({ title, hue }: Drawing) {
  const waves = Array.from({ length: 6 }, (_, row) => {
    const top = 420 + row * 50
    const colour = `hsl(${hue + row * 4} 60% ${62 - row * 8}%)`
    return `<path d="M0 ${top} q 60 -50 120 0 t 120 0 t 120 0 t 120 0 V 720 H 0 Z" fill="${colour}"/>`
  })
  const words = title.slice(0, 18)
  return `<rect width="100%" height="100%" fill="hsl(${hue} 45% 84%)"/>
    <circle cx="240" cy="330" r="150" fill="hsl(${(hue + 180) % 360} 60% 68%)"/>${waves.join('')}
    <text x="240" y="110" font-size="50" font-weight="bold" text-anchor="middle" fill="hsl(${hue} 60% 18%)">${words}</text>`
}

function drawPanels({ title, number, hue }: Drawing) {
  const drawPanel = (x: number, y: number, w: number, h: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="hsl(${hue} 12% ${72 - ((x + y + number * 31) % 40)}%)" stroke="#111" stroke-width="5"/>`
  return `<rect width="100%" height="100%" fill="#fff"/>${drawPanel(24, 24, 432, 230)}${drawPanel(24, 270, 208, 190)}${drawPanel(248, 270, 208, 190)}${drawPanel(24, 476, 432, 200)}
    <text x="240" y="150" font-size="34" text-anchor="middle" fill="#fff">${title.slice(0, 24)}</text>
    <text x="240" y="600" font-size="80" text-anchor="middle" fill="#111">${number + 1}</text>`
}
