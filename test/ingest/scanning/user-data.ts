/** Distinct books with user data, and checks that the data is kept. */
import { expect } from 'bun:test'
import { mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TestServer } from '../../support/server'
import { makeCbz } from '../../support/make/cbz'
import { makePictures } from '../../support/make/pictures'

let pictures: Promise<Buffer[]> | undefined

/** Makes two common pages and a third one that is unique to the comic. */
export async function makePages(seed: number) {
  const [one, two] = await (pictures ??= makePictures(2, { width: 8, height: 12 }))
  const pages = [one!, two!, Buffer.from(`the page of ${seed}`)]
  return pages.map((data, i) => ({ name: `${i + 1}.jpg`, data }))
}

export const makeComic = async (seed: number) => makeCbz({ pages: await makePages(seed) })

/** Makes `count` comics from `first` on, named `<folder>/<number>.cbz`. */
export async function makeComics(folder: string, count: number, first = 1) {
  const files: Record<string, Buffer> = {}
  for (let i = first; i < first + count; i++) files[`${folder}/${i}.cbz`] = await makeComic(i)
  return files
}

export function moveFile(from: string, to: string) {
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}

/** Adds progress, an edit and a want-to-read entry. */
export async function addUserData(server: TestServer, bookId: string) {
  const progress = { currentPage: 2, progressPercentage: 0.6 }
  const answers = [
    await server.call('PUT', `/books/${bookId}/progress`, { as: 'ann', body: progress }),
    await server.call('PATCH', `/books/${bookId}/metadata`, {
      as: 'ada',
      body: { summary: 'Said by a person' },
    }),
    await server.call('POST', '/want-to-read', { as: 'ann', body: { bookId } }),
  ]
  for (const { status } of answers) expect(status).toBeLessThan(300)
}

export async function expectUserData(server: TestServer, bookId: string) {
  const progress = await server.call('GET', `/books/${bookId}/progress`, { as: 'ann' })
  expect(progress.body).toMatchObject({ currentPage: 2 })
  const { body } = await server.call('GET', `/books/${bookId}/metadata`, { as: 'ann' })
  expect(JSON.stringify(body)).toContain('Said by a person')
  const queue = await server.call('GET', '/want-to-read', { as: 'ann' })
  expect(JSON.stringify(queue.body)).toContain(bookId)
}
