/** A disk that does not respond delays only the requests for it, and not forever. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { DiskNotResponding, WalkClient } from '../../../src/ingest/scanning/walk/walk-client'
import { makeFolder, writeFiles } from './scan-server'

setDefaultTimeout(60_000)

const buildOrder = (root: string) => ({ root, formats: null, excluded: [] })
const silenceMs = 1_000
/** Time for which the Worker does not respond, in place of a sleeping disk. */
const sleepMs = 4_000

test('a Worker that waits for a disk is not terminated, and another one takes over', async () => {
  const [asleep, awake] = [makeFolder(), makeFolder()]
  writeFiles(awake, { 'S/1.cbz': 'x' })
  using walker = new WalkClient(silenceMs)
  const files = [{ path: 'S/1.cbz', size: 1, modifiedAtMs: 1 }]
  expect(await walker.findGrowingFiles(asleep, files, sleepMs)).toEqual(['S/1.cbz'])
  // Fails immediately, without another Worker.
  const again = walker.walk(buildOrder(asleep), () => undefined)
  expect(await again.catch((error: unknown) => error)).toBeInstanceOf(DiskNotResponding)
  expect(await walker.findMissingFiles(buildOrder(asleep), undefined, ['S/1.cbz'])).toEqual([])
  const paths: string[] = []
  await walker.walk(buildOrder(awake), (batch) => void paths.push(batch.paths))
  expect(paths).toEqual(['S/1.cbz'])
  for (let tries = 0; tries < 400; tries++) {
    const walked = await walker.summarize(buildOrder(asleep)).catch(() => undefined)
    if (walked && 'summary' in walked) return
    await Bun.sleep(25)
  }
  throw new Error('the disk was never asked again')
})
