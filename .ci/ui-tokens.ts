/**
 * Puts the values of sizes into the style sheets when the interface is built. Sizes are the same in
 * every theme, and as numbers the style sheet is 3 % smaller than with custom properties.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const tokenName = /--(?:space|size|radius|layer)-\w+/
const definition = new RegExp(`^\\s*(${tokenName.source}):\\s*([^;]+);\\n`, 'gm')

/** Reads the tokens of sizes. A token that a theme or a width changes can't be a number. */
function readTokens(file: string): Map<string, string> {
  const tokens = new Map<string, string>()
  for (const [, name = '', value = ''] of readFileSync(file, 'utf8').matchAll(definition)) {
    if (tokens.has(name)) throw new Error(`${name} is defined twice`)
    tokens.set(name, value)
  }
  return tokens
}

export function inlineTokens(uiRoot: string): Plugin {
  const file = join(uiRoot, 'theme/tokens.css')
  const use = new RegExp(`var\\((${tokenName.source})\\)`, 'g')
  let tokens = new Map<string, string>()
  return {
    name: 'inline-tokens',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      tokens = readTokens(file)
    },
    transform(code, id) {
      const [path = ''] = id.split('?')
      if (!path.startsWith(uiRoot)) return
      const isSheet = path.endsWith('.css')
      const [, inScript] = (!isSheet && new RegExp(use.source).exec(code)) || []
      if (inScript) throw new Error(`${path}: ${inScript} is known only to style sheets`)
      if (!isSheet) return
      return code.replaceAll(definition, '').replaceAll(use, (_, name: string) => {
        const value = tokens.get(name)
        if (value === undefined) throw new Error(`${path}: ${name} is not a token`)
        return value
      })
    },
  }
}
