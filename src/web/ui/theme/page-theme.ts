/**
 * Theme and language in a cookie, so that the server renders the page with them and avoids a flash.
 */
import { baseUrl } from '../api/client'
import { createStore } from '../state/store'

export const themes = ['auto', 'dark', 'light', 'oled', 'eink'] as const
export type Theme = (typeof themes)[number]

const year = 31_536_000
const root = document.documentElement

const shown = themes.find((theme) => theme === root.dataset['theme']) ?? 'auto'
export const theme = createStore<Theme>(shown)
export const language = createStore<string>(root.lang)

export function changeTheme(next: Theme) {
  if (next === 'auto') delete root.dataset['theme']
  else root.dataset['theme'] = next
  theme.set(next)
  showBarColor(next)
  remember()
}

/** Sets the color of the browser toolbar. The page's own meta elements follow the system theme. */
function showBarColor(shownTheme: Theme) {
  document.querySelector('meta[name=theme-color]:not([media])')?.remove()
  if (shownTheme === 'auto') return
  const chosen = document.createElement('meta')
  chosen.name = 'theme-color'
  chosen.content = getComputedStyle(root).getPropertyValue('--bg').trim()
  document.head.prepend(chosen)
}

/** Stores the language. Its catalog must already be loaded: see i18n/i18n.ts. */
export function rememberLanguage(next: string) {
  root.lang = next
  language.set(next)
  remember()
}

function remember() {
  const path = new URL(baseUrl).pathname
  const value = `${theme.get()}.${language.get()}`
  document.cookie = `quire_look=${value}; path=${path}; max-age=${year}; samesite=lax`
}
