/**
 * Name and accent color of this server in the interface. The color overrides the tokens of
 * `ui/theme/tokens.css`. It is lightened or darkened until text in the color is readable.
 */
import type { Context } from '../context'
import { getSetting } from '../platform/settings/settings'
import { notFound } from '../errors'
import { requestMessages } from '../platform/messages/common'
import type { Asset } from './assets-model'

export interface Branding {
  name: string
  /** Six digits in hexadecimal after `#`, or null for the colors of the themes. */
  color: string | null
}

export const loadBranding = async (ctx: Context): Promise<Branding> => ({
  name: await getSetting(ctx, 'branding.name'),
  color: (await getSetting(ctx, 'branding.color')) ?? null,
})

/** Builds the manifest of the installed app, with the name of the server. */
export async function buildWebManifest(ctx: Context, asset: Asset | undefined): Promise<string> {
  if (!asset) throw notFound(requestMessages.no_route())
  const { name } = await loadBranding(ctx)
  const manifest = (await Bun.file(asset.raw).json()) as object
  return JSON.stringify({ ...manifest, name, short_name: name })
}

/** Builds the style sheet that the page links if a color is set. Throws if none is set. */
export async function buildBrandingStyles(ctx: Context): Promise<string> {
  const { color } = await loadBranding(ctx)
  if (color === null) throw notFound(requestMessages.no_route())
  return renderBrandingStyles(color)
}

/** Returns the path of the style sheet. Its query is a cache key. */
export const getBrandingPath = (color: string) => `branding.css?v=${color.slice(1)}`

/**
 * The lightest surface color of the dark themes and the darkest one of the light themes, from
 * tokens.css.
 */
const surfaces = { dark: '#2e2b26', light: '#dfd7c8' }
const minContrast = 4.5

export function renderBrandingStyles(color: string): string {
  const dark = renderTokens(findReadable(color, surfaces.dark, '#ffffff'), '24')
  const light = renderTokens(findReadable(color, surfaces.light, '#000000'), '16')
  return (
    `:root:not([data-theme='eink']){${dark}}` +
    `@media (prefers-color-scheme:light){:root:not([data-theme]){${light}}}` +
    `:root[data-theme='light']{${light}}`
  )
}

function renderTokens(accent: string, softness: string): string {
  const isDark = computeContrast(accent, '#ffffff') >= computeContrast(accent, '#000000')
  const onAccent = isDark ? '#ffffff' : '#000000'
  return `--accent:${accent};--on-accent:${onAccent};--accent-soft:${accent}${softness}`
}

/**
 * Mixes the color with `towards`, which is black or white, until text in it is readable on
 * `surface`.
 */
export function findReadable(color: string, surface: string, towards: string): string {
  const steps = 20
  for (let step = 0; step < steps; step++) {
    const mixed = mix(color, towards, step / steps)
    if (computeContrast(mixed, surface) >= minContrast) return mixed
  }
  return towards
}

function mix(from: string, to: string, share: number): string {
  const goals = readChannels(to)
  const mixed = readChannels(from).map((one, n) => Math.round(one + (goals[n]! - one) * share))
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`
}

const readChannels = (color: string) =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))

/** Computes the contrast ratio as defined by WCAG 2. */
export function computeContrast(one: string, other: string): number {
  const [a, b] = [computeLuminance(one), computeLuminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = readChannels(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
