/**
 * Loads the catalog of a language in parts, on demand. For each module, the build adds the calls
 * that request the parts with its texts (.ci/ui-catalogues.ts).
 */
import { i18n } from '@lingui/core'
import { catalogues } from 'virtual:catalogues'

/** The part that contains the server's messages. */
const serverPart = 'server'

const needed = new Set(['shared'])
/** Parts that are loading, keyed by `language/part`. */
const loading = new Map<string, Promise<void>>()
const loaded = new Set<string>()

/**
 * Marks a part as needed, so that it is loaded for the current language and each language chosen
 * later.
 */
export function needPart(part: string) {
  needed.add(part)
}

/** Loads all needed parts, including those that modules request while others are loading. */
export async function loadNeededParts(language: string) {
  for (let known = 0; known < needed.size;) {
    known = needed.size
    const all = await Promise.allSettled([...needed].map((part) => loadOnce(language, part)))
    const failed = all.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
  }
}

/**
 * Waits for the texts of a module that is imported on demand.
 * @public The build adds the calls.
 */
export async function withTexts<Module>(importing: Promise<Module>): Promise<Module> {
  const module = await importing
  await loadActiveTexts()
  return module
}

/** Call this before showing the message of an error that did not come from `api`. */
export async function loadServerMessages() {
  needPart(serverPart)
  await loadActiveTexts()
}

/** Whether the server's messages are loaded. Also true if the language has no such part. */
export const hasServerMessages = (): boolean =>
  catalogues[i18n.locale]?.[serverPart] === undefined || loaded.has(`${i18n.locale}/${serverPart}`)

/** If a part cannot be loaded, its texts are in English, and the next call tries again. */
async function loadActiveTexts() {
  // Before the first paint, no language is active, and all texts are loaded with the first one.
  if (i18n.locale) await loadNeededParts(i18n.locale).catch(() => undefined)
}

function loadOnce(language: string, part: string): Promise<void> {
  const key = `${language}/${part}`
  const known = loading.get(key)
  if (known) return known
  const started = load(language, part)
  loading.set(key, started)
  started.then(
    () => loaded.add(key),
    () => loading.delete(key),
  )
  return started
}

/** Loads a part. A language may have no texts for it. */
async function load(language: string, part: string) {
  const catalogue = await catalogues[language]?.[part]?.()
  i18n.load(language, catalogue?.messages ?? {})
}
