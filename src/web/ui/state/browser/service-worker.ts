/**
 * The service worker: notifications, saved books, and a page for when the server is unreachable.
 */
import { baseUrl } from '../../api/client'
import { getTextDirection, t } from '../../i18n/i18n'

/** Whether service workers are supported. Browsers allow them only over secure connections. */
export const hasServiceWorker = () => isSecureContext && 'serviceWorker' in navigator

/** Registers the worker. Its URL contains the texts, so each language has its own worker. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  const { lang: language } = document.documentElement
  const texts = new URLSearchParams({
    language,
    direction: getTextDirection(language),
    title: t('Can’t reach Quire'),
    words: t(
      'The server is off, restarting or not connected. This page will try again automatically.',
    ),
    retry: t('Try again'),
  })
  return navigator.serviceWorker.register(`${baseUrl}service-worker.js?${texts.toString()}`)
}
