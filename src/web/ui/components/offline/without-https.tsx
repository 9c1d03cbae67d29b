import { t } from '../../i18n/i18n'

/** Explains why books cannot be saved over this connection. */
export const WithoutHttps = () => (
  <>
    <p>
      {t('Browsers save books only over a secure connection. You’re using Quire over plain HTTP.')}
    </p>
    <p>
      {t(
        'Open Quire over HTTPS, or at localhost on the server itself. The guide docs/offline.md explains how to set up HTTPS on a home network.',
      )}
    </p>
  </>
)

/** Shown if the connection is secure but the browser has no storage, as in some private windows. */
export const WithoutStorage = () => (
  <p>
    {t('This browser can’t save books. If this is a private window, use a regular window instead.')}
  </p>
)
