import { useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../api/client'
import { errorWords } from '../api/error-words'
import { toast } from '../components/toast'
import { signedOut } from './session'

export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    try {
      await answerOf(api.POST('/api/v1/auth/logout', { body: {} }))
      signedOut()
      queries.clear()
    } catch (error) {
      toast(errorWords(error))
    }
  }
}
