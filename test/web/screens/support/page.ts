/** One page of the interface, drawn without a browser. */
import { afterEach, beforeEach, expect } from 'bun:test'
import { createElement, options, render } from 'preact'
import { onlineManager } from '@tanstack/react-query'
import { App } from '../../../../src/web/ui/app'
import { queryClient } from '../../../../src/web/ui/api/query'
import { coverMenu } from '../../../../src/web/ui/components/covers/cover-menu'
import { announce } from '../../../../src/web/ui/components/feedback/live-region'
import { groupingTask } from '../../../../src/web/ui/components/grouping/grouping'
import { addingToList } from '../../../../src/web/ui/components/lists/add-to-list'
import {
  savingOffline,
  signOutQuestion,
} from '../../../../src/web/ui/components/offline/saving-offline'
import { changeLanguage, loadLanguage } from '../../../../src/web/ui/i18n/i18n'
import { createPageRouter } from '../../../../src/web/ui/router'
import { language } from '../../../../src/web/ui/theme/page-theme'
import { recentSearches } from '../../../../src/web/ui/screens/search/recent-searches'
import { closeSearch } from '../../../../src/web/ui/shell/top-bar'
import { shortcutHelp } from '../../../../src/web/ui/state/browser/shortcuts'
import { endOutage } from '../../../../src/web/ui/state/session/outage'
import { session, startSession } from '../../../../src/web/ui/state/session/session'
import { viewedUser } from '../../../../src/web/ui/state/session/view-as'
import type { Store } from '../../../../src/web/ui/state/store'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { FakeApi } from './fake-api'
import { admin } from './world/people'
import { pageOf } from './world/pages'
import { waitFor } from './find'

// Effects run soon after a render and never wait for a frame.
options.requestAnimationFrame = (effects) => void setImmediate(effects)
await loadLanguage('en')

const realFetch = globalThis.fetch
const root = document.createElement('div')

let router: ReturnType<typeof createPageRouter> | undefined
export let api = new FakeApi()

/** Gives each test of a file an API of its own, and checks that every request had an answer. */
export function usePage() {
  beforeEach(() => {
    api = new FakeApi()
    globalThis.fetch = ((request: Request) => api.fetch(request)) as typeof fetch
    answerShell()
    document.body.append(root)
  })
  afterEach(async () => {
    // A change that is still being saved would go on in the next test.
    const isSaving = () => queryClient.isMutating() > 0
    await waitFor(() => !isSaving(), 'the end of all changes').finally(closePage)
    globalThis.fetch = realFetch
    expect(api.unknown).toEqual([])
    expect(api.uncheckedChanges).toEqual([])
  })
}

/** Removes the page with its toasts, and everything that another page would find. */
async function closePage() {
  render(null, root)
  if (language.get() !== 'en') await changeLanguage('en')
  router?.history.destroy()
  router = undefined
  queryClient.clear()
  onlineManager.setOnline(true)
  endOutage()
  for (const store of shellStores) store.set(undefined)
  shortcutHelp.set(false)
  closeSearch()
  recentSearches.set([])
  announce('')
  session.set({ state: 'unknown' })
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
}

/** What the user has opened above the screen. */
const shellStores: Pick<Store<undefined>, 'set'>[] = [
  viewedUser,
  addingToList,
  coverMenu,
  groupingTask,
  savingOffline,
  signOutQuestion,
]

/** Answers the requests that the sidebar and the list of settings send on every screen. */
function answerShell() {
  const nothing = { pending: 0, processing: 0, completed: 0, failed: 0, cancelled: 0, stale: 0 }
  api.on('get', '/api/v1/libraries', [])
  api.on('get', '/api/v1/preferences', { scope: 'user', id: null, preferences: {} })
  api.on('get', '/api/v1/releases', pageOf([]))
  api.on('get', '/api/v1/user/notifications', pageOf([]))
  api.on('get', '/api/v1/books/errors', pageOf([]))
  api.on('get', '/api/v1/trash/books', pageOf([]))
  api.on('get', '/api/v1/duplicates', pageOf([]))
  api.on('get', '/api/v1/tasks/stats', { ...nothing, total: 0, byType: {} })
}

/** Opens an address as a user, or signed out. */
export async function open(href: string, user: Schemas['SignedInUser'] | null = admin) {
  if (user) startSession(user)
  else session.set({ state: 'signedOut' })
  history.replaceState(null, '', href)
  router = createPageRouter()
  render(createElement(App, { router }), root)
  await waitFor(isSettled, 'the page')
}

function getRouter() {
  if (!router) throw new Error('No page is open')
  return router
}

export const getAddress = () => getRouter().state.location.href

/** True if the screen of the current address is shown. */
function isSettled() {
  const { status, location, resolvedLocation } = getRouter().state
  return status === 'idle' && resolvedLocation?.href === location.href
}
