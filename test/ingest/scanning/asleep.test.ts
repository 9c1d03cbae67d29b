/** A disk that does not answer holds up nobody but those who wait for it, and not for ever. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { DiskNotResponding, WalkClient } from '../../../src/ingest/scanning/walk/walk-client'
import { makeFolder, put } from './support'

setDefaultTimeout(60_000)

const orderOf = (root: string) => ({ root, formats: null, excluded: [] })
const silenceMs = 1_000
/** As long does a Worker say nothing, without any disk. */
const sleepMs = 4_000

test('a Worker that waits for a disk is left to wait, and another one goes on', async () => {
  const [asleep, awake] = [makeFolder(), makeFolder()]
  put(awake, { 'S/1.cbz': 'x' })
  using walker = new WalkClient(silenceMs)
  const files = [{ path: 'S/1.cbz', size: 1, modifiedAtMs: 1 }]
  expect(await walker.findGrowingFiles(asleep, files, sleepMs)).toEqual(['S/1.cbz'])
  // At once, and without another Worker.
  const again = walker.walk(orderOf(asleep), () => undefined)
  expect(await again.catch((error: unknown) => error)).toBeInstanceOf(DiskNotResponding)
  expect(await walker.findMissingFiles(orderOf(asleep), undefined, ['S/1.cbz'])).toEqual([])
  const paths: string[] = []
  await walker.walk(orderOf(awake), (batch) => void paths.push(batch.paths))
  expect(paths).toEqual(['S/1.cbz'])
  for (let tries = 0; tries < 400; tries++) {
    const walked = await walker.summarize(orderOf(asleep)).catch(() => undefined)
    if (walked && 'summary' in walked) return
    await Bun.sleep(25)
  }
  throw new Error('the disk was never asked again')
})
