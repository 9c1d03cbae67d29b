/**
 * Theme and language of the page before any script runs, so that nothing flashes: from a cookie that the
 * interface writes (`theme.locale`), else from what the browser asks for.
 */
import Negotiator from 'negotiator'

const themes = ['dark', 'light', 'oled', 'eink'] as const
type Theme = (typeof themes)[number]

/** What a browser draws around the page: the ground of each theme, as in ui/theme/tokens.css. */
const barColours: Record<Theme, string> = {
  dark: '#131210',
  light: '#f6f2ea',
  oled: '#000000',
  eink: '#ffffff',
}

/** Before those of the page, of which one follows the system: the first that fits counts. */
export const barColourElement = ({ theme }: Look) =>
  theme ? `<meta name="theme-color" content="${barColours[theme]}">` : ''

export interface Look {
  /** null: as the system of the reader says, which only the browser knows. */
  theme: Theme | null
  language: string
}

const lookCookie = 'quire_look'
/** The language that the interface is written in. */
const ownLanguage = 'en'

export function lookOf(request: Request, languages: readonly string[]): Look {
  const cookies = new Bun.CookieMap(request.headers.get('cookie')?.slice(0, 8000) ?? '')
  const [theme, language] = (cookies.get(lookCookie) ?? '').split('.')
  return {
    theme: themes.find((known) => known === theme) ?? null,
    language: languages.find((known) => known === language) ?? asked(request, languages),
  }
}

function asked(request: Request, languages: readonly string[]): string {
  const accepted = request.headers.get('accept-language')?.slice(0, 500)
  if (!accepted) return ownLanguage
  const negotiator = new Negotiator({ headers: { 'accept-language': accepted } })
  return negotiator.language([ownLanguage, ...languages]) ?? ownLanguage
}
