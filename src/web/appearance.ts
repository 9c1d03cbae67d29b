/**
 * Theme and language of the page before any script runs, so that it does not flash in the wrong
 * theme. They come from a cookie written by the interface (`theme.locale`). Without the cookie, the
 * language comes from the request headers.
 */
import Negotiator from 'negotiator'

const themes = ['dark', 'light', 'oled', 'eink'] as const
type Theme = (typeof themes)[number]

/**
 * Color of the browser toolbar for each theme. Must match the backgrounds in ui/theme/tokens.css.
 */
const barColors: Record<Theme, string> = {
  dark: '#131210',
  light: '#f6f2ea',
  oled: '#000000',
  eink: '#ffffff',
}

/**
 * Builds the element for the toolbar color. It must precede the page's own elements of this kind,
 * because browsers use the first one that matches.
 */
export const barColorElement = ({ theme }: Appearance) =>
  theme ? `<meta name="theme-color" content="${barColors[theme]}">` : ''

export interface Appearance {
  /** null for the system theme, which only the browser knows. */
  theme: Theme | null
  language: string
}

const appearanceCookie = 'quire_look'
/** The source language of the interface. */
const ownLanguage = 'en'

export function getAppearance(request: Request, languages: readonly string[]): Appearance {
  const cookies = new Bun.CookieMap(request.headers.get('cookie')?.slice(0, 8000) ?? '')
  const [theme, language] = (cookies.get(appearanceCookie) ?? '').split('.')
  return {
    theme: themes.find((known) => known === theme) ?? null,
    language:
      languages.find((known) => known === language) ?? negotiateLanguage(request, languages),
  }
}

function negotiateLanguage(request: Request, languages: readonly string[]): string {
  const accepted = request.headers.get('accept-language')?.slice(0, 500)
  if (!accepted) return ownLanguage
  const negotiator = new Negotiator({ headers: { 'accept-language': accepted } })
  return negotiator.language([ownLanguage, ...languages]) ?? ownLanguage
}
