/**
 * Finds the titles of tests in the files: `file › group › test`, with files relative to `test/`.
 */
import { Glob } from 'bun'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dir, '..')

/** Matches `test('…',`, `describe('…',` and the second call of `test.each([…])('…',`. */
const opening = /^( *)(.*\b(?:test|describe)\(|.*\)\()\s*(['"`])((?:\\.|(?!\3).)*)\3,/gm

export async function listTestTitles(): Promise<Set<string>> {
  const titles = new Set<string>()
  for (const file of new Glob('**/*.test.ts').scanSync(folder)) {
    for (const title of parseTitles(await Bun.file(join(folder, file)).text())) {
      titles.add(`${file} › ${title}`)
    }
  }
  return titles
}

export function parseTitles(source: string): string[] {
  const around: { indent: number; title: string }[] = []
  return [...source.matchAll(opening)].map(([, spaces = '', call = '', , text = '']) => {
    const title = text.replaceAll(/\\(.)/g, '$1')
    while (around.length > 0 && around.at(-1)!.indent >= spaces.length) around.pop()
    const path = [...around.map((one) => one.title), title].join(' › ')
    if (!call.includes('test(')) around.push({ indent: spaces.length, title })
    return path
  })
}
