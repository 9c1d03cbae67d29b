import { t } from '../../../i18n/i18n'

/**
 * Explains why code could not be loaded. After an update, the server no longer has the old files.
 */
export const formatPartFailure = () =>
  t('Check the connection to the server. If Quire was updated, reload the page.')
