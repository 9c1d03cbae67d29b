import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ImportRefused } from '../../admin/transfer/files/line-reader'
import { readHeader } from '../../admin/transfer/files/read-export'
import { unpackArchive } from '../../admin/transfer/files/unpack-archive'
import type { Config } from '../../platform/config/model'

interface Unpacked {
  folder: string
  isEverything: boolean
}

/** Runs `work` with the folder of an export. A ZIP file is first unpacked into the data folder. */
export async function withUnpacked(
  { data_dir: dataDir }: Config,
  path: string,
  work: (unpacked: Unpacked) => Promise<void>,
): Promise<void> {
  if (!existsSync(path)) throw new ImportRefused(`${path} does not exist.`)
  if (statSync(path).isDirectory()) return work(describe(path))
  const cache = join(dataDir, 'cache')
  removeLeftovers(cache)
  const folder = join(cache, `${prefix}${Bun.randomUUIDv7()}`)
  try {
    await unpackArchive(path, folder)
    await work(describe(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const prefix = 'import-'
const oldMs = 24 * 3_600_000

/** Removes folders left behind by imports that were killed. A recent folder may still be in use. */
function removeLeftovers(cache: string) {
  const names = existsSync(cache) ? readdirSync(cache) : []
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const path = join(cache, name)
    if (Date.now() - statSync(path).mtimeMs > oldMs) rmSync(path, { recursive: true, force: true })
  }
}

const describe = (folder: string): Unpacked => ({
  folder,
  isEverything: readHeader(folder).content === 'everything',
})
