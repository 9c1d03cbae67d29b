/** What the server put into the page: who is signed in, and whether there is anybody yet. */
import type { Schemas } from '../../api/client'

interface Boot {
  user: Schemas['SignedInUser'] | null
  setupRequired: boolean
  version: string
  languages: readonly string[]
  /** The id of the last event before the page was made. */
  latestEvent: string
}

/** undefined with hot reload, where Vite hands out the page: then the server is asked. */
export function readBoot(): Boot | undefined {
  const text = document.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as Boot) : undefined
}

let wasSetUp = false

/** There is an account now, whatever the page was made with. */
export const markSetupDone = () => {
  wasSetUp = true
}

/** undefined with hot reload. */
export const isSetupRequired = (): boolean | undefined =>
  wasSetUp ? false : readBoot()?.setupRequired
