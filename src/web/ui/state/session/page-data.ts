/** Data that the server embeds in the page: the signed-in user, and whether any account exists. */
import type { Schemas } from '../../api/client'

interface Boot {
  user: Schemas['SignedInUser'] | null
  setupRequired: boolean
  version: string
  languages: readonly string[]
  /** ID of the last event before the page was rendered. */
  latestEvent: string
  /** Set only on the page that starts without the server. */
  offlineFiles?: readonly string[]
}

/** undefined with hot reload, because Vite serves the page. The server is asked instead. */
export function readBoot(): Boot | undefined {
  const text = document.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as Boot) : undefined
}

/** The server was unreachable, so the service worker delivered its copy of the page. */
export const isOfflineStart = () => readBoot()?.offlineFiles !== undefined

let wasSetUp = false

/** An account exists now, even if the page data says otherwise. */
export const markSetupDone = () => {
  wasSetUp = true
}

/** undefined with hot reload. */
export const isSetupRequired = (): boolean | undefined =>
  wasSetUp ? false : readBoot()?.setupRequired
