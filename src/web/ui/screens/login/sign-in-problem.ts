/** Explains why a sign-in with a provider failed, according to the code in the redirect. */
import { t } from '../../i18n/i18n'

export function formatSignInProblem(problem: string, provider: string): string {
  switch (problem) {
    case 'canceled':
      return t('Signing in with {provider} was canceled', { provider })
    case 'unavailable':
      return t('{provider} can’t be reached. Try again later.', { provider })
    case 'not_linked':
      return t(
        'This {provider} account is not connected to a Quire account. Sign in another way and connect it under Settings → Security.',
        { provider },
      )
    case 'account_exists':
      return t(
        'An account with this email address already exists. Sign in to it and connect {provider} under Settings → Security.',
        { provider },
      )
    case 'not_allowed':
      return t('Your {provider} account is not allowed to sign in here', { provider })
    case 'inactive':
      return t('This account is deactivated')
    default:
      return t('Signing in with {provider} failed. Try again.', { provider })
  }
}
