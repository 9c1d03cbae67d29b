/** Recent searches. They are private, so they stay on this device. */
import { createStore } from '../../state/store'

const key = 'quire-searches'
const most = 6

export const recentSearches = createStore<readonly string[]>(read())

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isText).slice(0, most) : []
  } catch {
    // The stored value is corrupt or comes from a different version.
    return []
  }
}

const isText = (text: unknown): text is string => typeof text === 'string' && text.length <= 200

export function rememberSearch(words: string) {
  const text = words.trim()
  if (text === '') return
  keep([text, ...recentSearches.get().filter((each) => each !== text)].slice(0, most))
}

export const forgetSearches = () => keep([])

function keep(searches: readonly string[]) {
  recentSearches.set(searches)
  localStorage.setItem(key, JSON.stringify(searches))
}
