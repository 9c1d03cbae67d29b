/** A page for a server that cannot be reached. Browsers allow it on secure connections only. */
import { baseUrl } from '../../api/client'
import { getTextDirection, t } from '../../i18n/i18n'

/** Texts are part of the URL of the worker, so another language is another worker. */
export function registerOfflinePage() {
  if (!isSecureContext || !('serviceWorker' in navigator)) return
  const { lang: language } = document.documentElement
  const texts = new URLSearchParams({
    language,
    direction: getTextDirection(language),
    title: t('Can’t reach Quire'),
    words: t('The server is off, restarting or not connected. This page tries again by itself.'),
    retry: t('Try again'),
  })
  // Blocked by the browser or its user: its own error page is shown instead.
  navigator.serviceWorker
    .register(`${baseUrl}offline-worker.js?${texts.toString()}`)
    .catch(() => undefined)
}
