/**
 * Data that the server embeds in the page, such as the signed-in user and whether setup is
 * required.
 */
import type { Schemas } from '../../api/client'

interface Boot {
  user: Schemas['SignedInUser'] | null
  setupRequired: boolean
  version: string
  branding: { name: string; color: string | null }
  languages: readonly string[]
  /** ID of the last event before the page was rendered. */
  latestEvent: string
  hasNewVersion?: boolean
  /** Set only on the page that starts without the server. */
  offlineFiles?: readonly string[]
}

/** Returns undefined with hot reload, because Vite serves the page without this data. */
export function readBoot(): Boot | undefined {
  const text = document.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as Boot) : undefined
}

/** True if the server was unreachable and the service worker delivered its copy of the page. */
export const isOfflineStart = () => readBoot()?.offlineFiles !== undefined

let wasSetUp = false

/** Records that an account now exists, because the page data is older. */
export const markSetupDone = () => {
  wasSetUp = true
}

/** Returns undefined with hot reload. */
export const isSetupRequired = (): boolean | undefined =>
  wasSetUp ? false : readBoot()?.setupRequired
