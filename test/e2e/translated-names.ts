/** Lets screens that are described with English names be opened in another language. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'

const folder = join(import.meta.dir, '../../src/web/ui/i18n')

type Translate = (english: string) => string

/** Returns a function that translates names of the interface, also those with values in them. */
export function createTranslate(language: string): Translate {
  const texts = new Map<string, string>()
  for (const file of readdirSync(join(folder, language)))
    for (const [english, text] of readCatalogue(join(folder, language, file)))
      texts.set(english, text)
  const templates = [...texts].filter(([english]) => /^[^{]*\{\w+\}[^{]*$/.test(english))
  return (english) => {
    const exact = texts.get(english)
    if (exact !== undefined) return exact
    for (const [template, text] of templates) {
      const [before, after] = template.split(/\{\w+\}/) as [string, string]
      if (!english.startsWith(before) || !english.endsWith(after)) continue
      const value = english.slice(before.length, english.length - after.length)
      return text.replace(/\{\w+\}/, () => value)
    }
    return english
  }
}

const readCatalogue = (file: string) =>
  Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)

const finders = ['getByRole', 'getByText', 'getByLabel'] as const
type Finder = (what: unknown, options?: { name?: unknown }) => Locator

/** From here on, the page and its locators find what is named in English by its translation. */
export function findByTranslation(page: Page, translate: Translate) {
  const translateName = (name: unknown): unknown => {
    if (typeof name === 'string') return translate(name)
    if (!(name instanceof RegExp)) return name
    // The beginning of a name, such as /^Edit/. Other patterns name both languages.
    const start = /^\^([^\\|()[\]]+)$/.exec(name.source)?.[1]
    return start === undefined ? name : new RegExp(`^${translate(start)}`)
  }
  for (const owner of [Object.getPrototypeOf(page), Object.getPrototypeOf(page.locator('*'))]) {
    for (const finder of finders) {
      const find = Reflect.get(owner, finder) as Finder
      Reflect.set(owner, finder, function (this: unknown, what: unknown, options = {}) {
        return finder === 'getByRole'
          ? find.call(this, what, { ...options, name: translateName(options.name) })
          : find.call(this, translateName(what), options)
      } satisfies Finder)
    }
  }
}
