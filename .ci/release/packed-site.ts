/** Packs the documents as a web site, for any web server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from '../site/build-site'
import { packFolder } from './image/layout'
import type { Release } from './model'
import { run } from './run'

/** Returns the name of the file that was written to the folder of the release. */
export async function writePackedSite({ version, folder, epoch }: Release): Promise<string> {
  const name = `quire-${version}-site.tar.gz`
  const scratch = mkdtempSync(join(tmpdir(), 'quire-site-'))
  try {
    const site = join(scratch, 'site')
    await buildSite(site)
    const file = join(folder, name.replace(/\.gz$/, ''))
    packFolder(site, file, epoch)
    run(['gzip', '-9', '-n', '-f', file])
  } finally {
    rmSync(scratch, { recursive: true })
  }
  return name
}
