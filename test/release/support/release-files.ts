/** The files of the release that is tested: of `QUIRE_RELEASE`, or the last one of this version. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { getDownloadName } from '../../../.ci/release/model'
import { run } from '../../../.ci/release/run'
import type { TargetName } from '../../../.ci/targets'

export const version: string = manifest.version
export const releaseFolder: string =
  process.env['QUIRE_RELEASE'] ?? resolve(import.meta.dir, '../../../dist/release', version)

export const getFile = (name: string): string => join(releaseFolder, name)

const folders: string[] = []

/** Creates a folder that `removeFolders` removes. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-release-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** Unpacks a download as people do. Returns the path of the program. */
export function unpackDownload(target: TargetName): string {
  const folder = createFolder()
  const download = getFile(getDownloadName(version, target))
  if (download.endsWith('.zip')) {
    run(['unzip', '-q', download, '-d', folder])
    return join(folder, 'quire.exe')
  }
  const program = join(folder, 'quire')
  run(['sh', '-c', 'gzip -dc "$1" > "$2"', 'sh', download, program])
  chmodSync(program, 0o755)
  return program
}

/** Creates folders for data and a library that any user may use. */
export function createPlaces(): { data: string; books: string } {
  const folder = createFolder()
  const places = { data: join(folder, 'data'), books: join(folder, 'books') }
  for (const path of Object.values(places)) mkdirSync(path)
  chmodSync(places.data, 0o777)
  return places
}
