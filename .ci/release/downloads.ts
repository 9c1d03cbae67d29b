/** Compresses executables for downloading. */
import { copyFileSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TargetName } from '../targets'
import { getDownloadName, type Release } from './model'
import { run } from './run'

/** Returns the name of the file that was written to the folder of the release. */
export function writeDownload(release: Release, target: TargetName, executable: string): string {
  const name = getDownloadName(release.version, target)
  const file = join(release.folder, name)
  const level = release.compression === 'fast' ? '-1' : '-9'
  if (name.endsWith('.zip')) writeZip({ executable, file, level, epoch: release.epoch })
  else writeGzip(executable, file, level)
  return name
}

/** GNU gzip compresses the same on every processor, which zlib does not promise. */
function writeGzip(path: string, file: string, level: string) {
  const { exitCode, stderr } = Bun.spawnSync(['gzip', level, '-n', '-c', path], {
    env: process.env,
    stdout: Bun.file(file),
    stderr: 'pipe',
  })
  if (exitCode !== 0) throw new Error(`gzip failed: ${stderr.toString()}`)
}

interface Zip {
  executable: string
  file: string
  level: string
  epoch: number
}

function writeZip({ executable, file, level, epoch }: Zip) {
  const folder = mkdtempSync(join(tmpdir(), 'quire-zip-'))
  try {
    const copy = join(folder, 'quire.exe')
    copyFileSync(executable, copy)
    utimesSync(copy, epoch, epoch)
    rmSync(file, { force: true })
    // Archives of this format hold local times.
    run(['zip', level, '-X', '-q', file, 'quire.exe'], { cwd: folder, env: { TZ: 'UTC' } })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
