/**
 * `bun run notices [--check]`: writes docs/third-party-notices.md with the licences of everything
 * in the executable. With --check it only compares the versions with bun.lock.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readLockedPackages } from './locked-packages'

const root = resolve(import.meta.dir, '..')
const modules = join(root, 'node_modules')
const target = join(root, 'docs', 'third-party-notices.md')

async function main() {
  const packages = readLockedPackages(root).all.map(({ id }) => id)
  const stamp = `Made from production dependencies ${computeDigest(packages)}`
  if (process.argv.includes('--check')) {
    if (existsSync(target) && readFileSync(target, 'utf8').includes(stamp)) return
    throw new Error('docs/third-party-notices.md is out of date: run `bun run notices`')
  }
  const present = packages.filter((name) =>
    existsSync(join(modules, getName(name), 'package.json')),
  )
  const sections = present.map(buildSection)
  await Bun.write(
    target,
    [...buildIntroduction(stamp), ...sections, ...buildSharedSection()].join('\n\n') + '\n',
  )
  process.stdout.write(`${target}: ${present.length} packages\n`)
}

function computeDigest(packages: readonly string[]) {
  return new Bun.CryptoHasher('sha256').update(packages.join('\n')).digest('hex').slice(0, 32)
}

function getName(locked: string) {
  return locked.slice(0, locked.lastIndexOf('@'))
}

function buildIntroduction(stamp: string) {
  return [
    '# Third-party notices',
    'Quire is one executable that holds the software of others. This file names it and carries its licences. It is written by `bun run notices`.',
    `<!-- ${stamp} -->`,
    '## libvips',
    'Images are processed by sharp with libvips, which is used under the GNU Lesser General Public License, version 3 (at the end of this file, with the GNU General Public License that it refers to). libvips is a separate, replaceable library: at its first use it is unpacked below `native` in the data directory, and the environment variable `QUIRE_SHARP_DIR` names a folder with your own build of it in the same layout, to be used instead.',
    formatFenced(readFileSync(readLibvipsReadme(), 'utf8')),
    '## UnRAR',
    'RAR archives are read with UnRAR (through node-unrar-js) and, within 7z-wasm, by 7-Zip. Their code may not be used to develop a RAR (WinRAR) compatible archiver, nor to re-create the RAR compression algorithm. Quire only reads with it.',
    formatFenced(readFileSync(join(modules, '7z-wasm', 'unRarLicense.txt'), 'utf8')),
    '## Bun',
    'The executable contains the Bun runtime.',
    formatFenced(
      readFileSync(join(modules, 'bun-types', 'docs', 'project', 'license.mdx'), 'utf8'),
    ),
    '## Packages',
  ]
}

/** Finds the text in the installed package, because it is the same for all platforms. */
function readLibvipsReadme() {
  const folder = readdirSync(join(modules, '@img')).find((name) =>
    name.startsWith('sharp-libvips-'),
  )
  if (!folder) throw new Error('libvips is not installed: run `bun install` first')
  return join(modules, '@img', folder, 'README.md')
}

function buildSection(locked: string) {
  const folder = join(modules, getName(locked))
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((name) => /^(unrar)?(licen[cs]e|copying|notice)/i.test(name))
    .toSorted()
    .map((name) => formatFenced(readFileSync(join(folder, name), 'utf8')))
  const line = `Licence: ${typeof license === 'string' ? license : 'see below'}`
  return [`### ${locked}`, line, ...texts].join('\n\n')
}

function buildSharedSection() {
  return readdirSync(join(import.meta.dir, 'licences'))
    .toSorted()
    .flatMap((name) => [
      `## ${name.replace('.txt', '')}`,
      formatFenced(readFileSync(join(import.meta.dir, 'licences', name), 'utf8')),
    ])
}

function formatFenced(text: string) {
  const fence = text.includes('```') ? '~~~~' : '```'
  return `${fence}text\n${text.replaceAll('\r\n', '\n').trim()}\n${fence}`
}

await main()
