/** The program for Windows, as far as Wine can run it. */
import { afterAll, describe, expect } from 'bun:test'
import { spawn } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../support/free-port'
import { run } from '../../.ci/release/run'
import { imageFormats, writeLibrary } from '../../.ci/smoke-library'
import {
  createFolder,
  createPlaces,
  removeFolders,
  unpackDownload,
  version,
} from './support/release-files'
import { releaseTest } from './support/release-test'
import { buildSettings, findFirstBook } from './support/server-check'
import { prepareWine, toWindowsPath, winePrograms } from './support/wine'

afterAll(removeFolders, 60_000)

function prepare() {
  const folder = createFolder()
  const program = join(folder, 'quire.exe')
  copyFileSync(unpackDownload('windows-x64'), program)
  return { folder, program, env: prepareWine(folder) }
}

const needs = { release: true, programs: [...winePrograms, 'unzip'] }

describe('the program for Windows, under Wine,', () => {
  releaseTest('names its version and decodes pictures', needs, () => {
    const { folder, program, env } = prepare()
    expect(run(['wine', program, 'version'], { env })).toContain(`quire ${version}`)
    const shown = run(['wine', program, 'doctor', '--json'], { env, cwd: folder })
    const { findings } = JSON.parse(shown) as { findings: { check: string; state: string }[] }
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'image formats', state: 'ok' }),
    )
  })

  releaseTest('finds the books of a folder with a drive letter', needs, async () => {
    const { folder, program, env } = prepare()
    const places = createPlaces()
    await writeLibrary(places.books)
    const port = await findFreePort()
    const settings = buildSettings(port, {
      data: toWindowsPath(places.data),
      books: toWindowsPath(places.books),
    })
    const all = { ...process.env, ...env, ...settings }
    const child = spawn('wine', [program, 'serve'], { cwd: folder, env: all, stdio: 'ignore' })
    try {
      await findFirstBook(`http://127.0.0.1:${port}`, imageFormats.length, 2)
    } finally {
      child.kill('SIGKILL')
      run(['wineserver', '-k'], { env })
    }
  })
})
