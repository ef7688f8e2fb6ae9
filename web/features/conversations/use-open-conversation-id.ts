import { useParams } from '@tanstack/react-router';

export function useOpenConversationId(): string | undefined {
  return useParams({ strict: false }).conversationId;
}
