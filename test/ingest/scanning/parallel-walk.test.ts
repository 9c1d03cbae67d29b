import { expect, test } from 'bun:test'
import { OrderedDelivery } from '../../../src/platform/lib/async/ordered-delivery'
import type { FileBatch } from '../../../src/ingest/scanning/walk/tree-walker'
import { walk } from '../../../src/ingest/scanning/walk/walk'
import { WalkClient } from '../../../src/ingest/scanning/walk/walk-client'
import { makeFolder, writeFiles } from './scan-server'

/** 3 publishers with 40 series of 3 books each, some with sidecar files and links. */
function makeLargeTree() {
  const root = makeFolder()
  const files: Record<string, string> = { 'top.cbz': 'x' }
  for (let publisher = 0; publisher < 3; publisher++) {
    for (let series = 0; series < 40; series++) {
      const folder = `Publisher ${publisher}/Series ${String(series).padStart(2, '0')}`
      for (let book = 1; book <= 3; book++) files[`${folder}/v${book}.cbz`] = 'x'.repeat(book)
      if (series % 7 === 0) files[`${folder}/series.json`] = '{}'
    }
  }
  writeFiles(root, files)
  return { root, formats: null, excluded: [] }
}

const collectInto = (paths: string[]) => (batch: FileBatch) =>
  void paths.push(...batch.paths.split('\0'))

test('a large tree gives the same files in the same order with one and with two Workers', async () => {
  const options = makeLargeTree()
  const [alone, together]: [string[], string[]] = [[], []]
  const expected = walk(options, collectInto(alone))
  using client = new WalkClient()
  for (let run = 0; run < 5; run++) {
    together.length = 0
    expect(await client.walk(options, collectInto(together))).toEqual(expected)
    expect(together).toEqual(alone)
  }
  expect(alone).toHaveLength(361)
  expect(new Set(alone).size).toBe(361)
  expect('summary' in expected && expected.summary.sidecars).toHaveLength(18)
  // Polling compares its signature with the one that a scan stored.
  expect(await client.summarize(options)).toEqual(expected)
})

test('a change in any folder changes the signature', async () => {
  const options = makeLargeTree()
  using client = new WalkClient()
  const sign = async () => {
    const result = await client.walk(options, () => undefined)
    if ('problem' in result) throw new Error(result.problem)
    return result.summary.signature
  }
  const signatures = [await sign()]
  for (const path of ['top.cbz', 'Publisher 0/Series 00/v1.cbz', 'Publisher 2/Series 39/v3.cbz']) {
    writeFiles(options.root, { [path]: 'changed' })
    signatures.push(await sign())
  }
  expect(new Set(signatures).size).toBe(4)
})

test('a client that is disposed during a walk rejects it', async () => {
  const client = new WalkClient()
  const result = client.walk(makeLargeTree(), () => client[Symbol.dispose]())
  expect(await result.catch((error: Error) => error.message)).toBe('the walk was stopped')
})

test('an ordered delivery holds items of later sources back', () => {
  const delivered: string[] = []
  const delivery = new OrderedDelivery<string>((item) => void delivered.push(item))
  delivery.add(2, 'c1')
  delivery.add(1, 'b1')
  delivery.add(0, 'a1')
  expect(delivered).toEqual(['a1'])
  delivery.finish(1)
  expect(delivered).toEqual(['a1'])
  delivery.add(0, 'a2')
  delivery.finish(0)
  expect(delivered).toEqual(['a1', 'a2', 'b1', 'c1'])
  delivery.add(2, 'c2')
  expect(delivered).toEqual(['a1', 'a2', 'b1', 'c1', 'c2'])
})
