import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BodyOf } from '../../../contract/route.ts';
import * as routes from '../../../contract/routes.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { paths } from '../../paths.ts';
import { candidatesChanged } from '../candidates/candidates-query.ts';

/** Texts the person's own phone what a candidate would get. Their phone has to be a candidate's: they are asked before it is. */
export function TestText({ tested }: { tested: BodyOf<typeof routes.testBroadcast> }) {
  const { phoneNumber, firstName, lastName } = useMe().user;
  const test = useCallOnce(routes.testBroadcast);
  const addMyself = useCallOnce(routes.createCandidate);
  const send = useSave({
    save: () => test({ body: tested }),
    showsAll: true,
    done: 'Test text on its way to your phone',
  });
  const add = useSave({
    save: () => addMyself({ body: { firstName, lastName, phoneNumber: phoneNumber ?? '' } }),
    changes: candidatesChanged,
    onDone: () => send.run(),
  });
  if (phoneNumber === null)
    return (
      <Text size="sm" c="dimmed">
        To test it on your own phone, add your number to{' '}
        <Anchor component={Link} to={paths.account} inherit>
          your profile
        </Anchor>
        .
      </Text>
    );
  const isUnknown = send.error instanceof ApiError && send.error.code === 'own_phone_unknown';
  return (
    <div>
      {isUnknown ? (
        <Group gap="sm">
          <Text size="sm">Only candidates can be texted, and your own phone isn't among yours yet.</Text>
          <Button
            size="compact-sm"
            variant="default"
            loading={add.isPending || send.isPending}
            onClick={() => add.run()}
          >
            Add me and send the test
          </Button>
        </Group>
      ) : (
        <Button size="compact-sm" variant="default" loading={send.isPending} onClick={() => send.run()}>
          Test on my phone
        </Button>
      )}
      {send.error && !isUnknown && (
        <Text size="sm" c="var(--danger)" role="alert" mt={4}>
          {send.error.message}
        </Text>
      )}
    </div>
  );
}
