import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import { parse } from 'yaml'
import { allTargets, getDownloadName, type Release } from '../../../.ci/release/model'
import { run } from '../../../.ci/release/run'
import { writeStoreIcons } from '../../../.ci/release/stores/icons'
import { fillTemplate, writeStores } from '../../../.ci/release/stores/stores'
import { findUnknownVariables } from '../../deploy/settings'

const version = '1.2.3'
const folder = mkdtempSync(join(tmpdir(), 'stores-'))
const release: Release = {
  version,
  commit: 'abc',
  epoch: 0,
  madeFrom: 'HEAD',
  folder,
  compression: 'fast',
}
const executables = Object.fromEntries(allTargets.map((target) => [target, '/nowhere']))
const names = [
  ...allTargets.map((name) => getDownloadName(version, name)),
  'quire.service',
  'service.yaml',
]
/** A different hash for each file. */
const checksums = new Map(names.map((name, n) => [name, n.toString(16).repeat(64)]))
const hashOf = (target: (typeof allTargets)[number]) =>
  checksums.get(getDownloadName(version, target))!
const given = { release, executables, checksums, imageDigest: `sha256:${'e'.repeat(64)}` }

const written = writeStores(given)
const read = (name: string) => readFileSync(join(folder, 'stores', name), 'utf8')

describe('files of stores', () => {
  test('are filled', () => {
    expect(written.length).toBeGreaterThan(15)
    for (const name of written) {
      expect([name, read(name.replace('stores/', ''))]).toEqual([
        name,
        expect.not.stringMatching(/@[A-Z0-9_]+@/),
      ])
    }
    const withoutVersion = written.filter(
      (name) =>
        !/synology\/(?:conf|package)/.test(name) &&
        !read(name.replace('stores/', '')).includes(version),
    )
    expect(withoutVersion).toEqual([])
  })

  test.each([
    {
      file: 'homebrew/quire.rb',
      targets: ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'],
    },
    { file: 'scoop/quire.json', targets: ['windows-x64'] },
    { file: 'winget/Quire.Quire.installer.yaml', targets: ['windows-x64'] },
    { file: 'aur/PKGBUILD', targets: ['linux-x64', 'linux-arm64'] },
  ] as const)('$file has the checksums of its downloads', ({ file, targets }) => {
    const text = read(file)
    const found = [...text.matchAll(/\b[0-9a-f]{64}\b/g)].map(([hash]) => hash)
    for (const target of targets) expect(found).toContain(hashOf(target))
    for (const target of targets)
      expect(text.replaceAll('$pkgver', version)).toContain(getDownloadName(version, target))
  })

  test('package managers do not strip the program', () => {
    expect(read('aur/PKGBUILD')).toContain("options=('!strip'")
    expect(read('nix/flake.nix')).toContain('dontStrip = true')
  })

  // Without the marker, `quire update` would replace files of the package manager.
  test('packages tell the program who updates it', () => {
    const marker = 'share/quire/installed-by'
    expect(read('aur/PKGBUILD')).toContain(`"$pkgdir/usr/${marker}"`)
    expect(readFileSync(join(folder, 'stores/synology/package', marker), 'utf8')).toBe('synology\n')
  })

  test('build a Synology package for one processor from its download', async () => {
    const program = '#!/bin/sh\necho quire\n'
    const download = join(folder, 'download.gz')
    writeFileSync(download, Bun.gzipSync(program))
    const hash = new Bun.CryptoHasher('sha256').update(readFileSync(download)).digest('hex')
    const real = new Map([...checksums, [getDownloadName(version, 'linux-arm64'), hash]])
    writeStores({ ...given, checksums: real })
    await writeStoreIcons(folder)
    const script = join(folder, 'stores/synology/build-spk.sh')
    expect(() => run(['sh', script, 'x64', download])).toThrow('download is damaged')
    // From any folder.
    run(['sh', script, 'arm64', relative(process.cwd(), download)])
    const unpacked = join(folder, 'spk')
    mkdirSync(unpacked)
    const spk = join(folder, `stores/synology/quire-${version}-arm64.spk`)
    run(['tar', '-xf', spk, '-C', unpacked])
    run(['tar', '-xzf', join(unpacked, 'package.tgz'), '-C', unpacked])
    expect(readFileSync(join(unpacked, 'bin/quire'), 'utf8')).toBe(program)
    expect(existsSync(join(unpacked, 'share/quire/installed-by'))).toBe(true)
    const sides = ['PACKAGE_ICON.PNG', 'PACKAGE_ICON_256.PNG'].map(async (name) => {
      const { format, width, height } = await sharp(join(unpacked, name)).metadata()
      return [format, width, height]
    })
    expect(await Promise.all(sides)).toEqual([
      ['png', 64, 64],
      ['png', 256, 256],
    ])
    const about = readFileSync(join(unpacked, 'INFO'), 'utf8')
    expect(about).toContain('arch="rtd1296 rtd1619b armada37xx"')
    expect(statSync(join(unpacked, 'scripts/preinst')).mode & 0o111).not.toBe(0)
  })

  test('can be parsed', () => {
    JSON.parse(read('scoop/quire.json'))
    for (const name of written.filter((one) => /\.ya?ml$/.test(one))) {
      expect(typeof parse(read(name.replace('stores/', '')))).toBe('object')
    }
    expect(read('umbrel/docker-compose.yml')).toContain(`:${version}@sha256:eee`)
    expect(
      statSync(join(folder, 'stores/synology/scripts/start-stop-status')).mode & 0o111,
    ).not.toBe(0)
  })

  test('uses only existing settings', () => {
    const [, setting] = /Target="(SERVICE_\w+)"/.exec(read('unraid/quire.xml'))!
    expect(findUnknownVariables({ [setting!]: 'https://books.example' })).toEqual([])
  })

  test('are not written without all checksums', () => {
    const fewer = new Map([...checksums].filter(([name]) => !name.includes('darwin')))
    expect(() => writeStores({ ...given, checksums: fewer })).toThrow('no checksum of')
    const { 'windows-x64': _, ...others } = executables
    expect(() => writeStores({ ...given, executables: others })).toThrow('@SHA256_WINDOWS_X64@')
    expect(() => fillTemplate('@VERSION@ @OTHER@', { VERSION: version })).toThrow('@OTHER@')
  })
})
