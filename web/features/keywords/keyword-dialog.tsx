import { Checkbox, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { firstTextOf, type Keyword, KeywordField } from '../../../contract/keywords.ts';
import { MOST_TAGS_EACH } from '../../../contract/primitives.ts';
import * as routes from '../../../contract/routes.ts';
import { countSegments } from '../../../contract/segments.ts';
import { call } from '../../lib/api/api.ts';
import { useSave } from '../../lib/api/use-save.ts';
import { atField } from '../../lib/forms/form-errors.ts';
import { schemaValidator } from '../../lib/forms/schema-validator.ts';
import { fieldProps } from '../../lib/forms/success.ts';
import { useCallOnce } from '../../lib/forms/use-call-once.ts';
import { useMe } from '../../lib/session/use-me.ts';
import { counted } from '../../lib/words.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import classes from './keywords.module.css';
import { keywordsChanged } from './keywords-query.ts';

interface Values {
  keyword: string;
  answer: string;
  /** Null: not asked. */
  name: string | null;
  jobTitle: string | null;
  city: string | null;
  tags: string[];
  /** Null: as we suggest it for the keyword. */
  consentWording: string | null;
}

const ASKED = {
  name: { label: 'Ask for their name', suggested: "What's your first and last name?" },
  jobTitle: { label: 'Ask which job', suggested: 'What kind of job are you looking for?' },
  city: { label: 'Ask for their city', suggested: 'Which city do you live in?' },
} as const satisfies Record<KeywordField, { label: string; suggested: string }>;

const EXAMPLE = 'JOBS';

const fits = schemaValidator<{ keyword: string; answer: string; tags: string[]; consentWording: string }>(
  routes.createKeyword.body,
);

/** What carriers want to read on a sign (CTIA Messaging Principles and Best Practices, 5.1.1). */
const suggestedWording = (keyword: string, number: string, company: string) =>
  `Text ${keyword.trim().toUpperCase() || EXAMPLE} to ${number} to get texts about jobs from ${company}. ` +
  'Msg frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to opt out.';

/** Adds a keyword, or changes the one given. */
export function KeywordDialog({ keyword, onClose }: { keyword: Keyword | null; onClose: () => void }) {
  const { user, account } = useMe();
  const create = useCallOnce(routes.createKeyword);
  const number = keyword?.phoneNumberFormatted ?? user.seat?.twilioNumberFormatted ?? '';
  const questionOf = (field: KeywordField) =>
    keyword === null
      ? ASKED[field].suggested
      : (keyword.questions.find((question) => question.field === field)?.text ?? null);
  const bodyOf = (values: Values) => ({
    keyword: values.keyword.trim().toUpperCase(),
    answer: values.answer,
    tags: values.tags.map((tag) => tag.trim()).filter(Boolean),
    questions: KeywordField.options.flatMap((field) => {
      const text = values[field];
      return text === null ? [] : [{ field, text }];
    }),
    consentWording: values.consentWording ?? suggestedWording(values.keyword, number, account.name),
  });
  const form = useForm<Values>({
    initialValues: {
      keyword: keyword?.keyword ?? '',
      answer:
        keyword?.answer ?? 'Thanks for your interest in working with us! A recruiter will text you here.',
      name: questionOf('name'),
      jobTitle: questionOf('jobTitle'),
      city: questionOf('city'),
      tags: keyword?.tags ?? [],
      consentWording: keyword?.consentWording ?? null,
    },
    validate: (values) => ({
      ...fits(bodyOf(values)),
      ...Object.fromEntries(
        KeywordField.options
          .filter((field) => values[field]?.trim() === '')
          .map((field) => [field, 'The question is required']),
      ),
    }),
  });
  const save = useSave({
    save: async (values: Values) => {
      const body = bodyOf(values);
      try {
        return await (keyword === null
          ? create({ body })
          : call(routes.updateKeyword, { params: { id: keyword.id }, body }));
      } catch (error) {
        throw atField(error, 'keyword_taken', 'keyword');
      }
    },
    form,
    done: keyword ? 'Keyword saved' : 'Keyword added',
    changes: keywordsChanged,
    onDone: onClose,
  });
  const body = bodyOf(form.values);
  const firstText = firstTextOf(body, account.name);
  return (
    <FormDialog
      title={keyword ? `Edit ${keyword.keyword}` : 'New keyword'}
      form={form}
      submit={keyword ? 'Save' : 'Add keyword'}
      isSaving={save.isPending}
      size="lg"
      onSubmit={save.run}
      onClose={onClose}
    >
      <TextInput
        label="Keyword"
        description="One short word. Candidates can type it in upper or lower case."
        placeholder={EXAMPLE}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus
        {...fieldProps(form, 'keyword')}
      />
      <Textarea label="Answer" autosize minRows={2} maxRows={6} {...fieldProps(form, 'answer')} />
      <Stack gap="sm" component="fieldset" m={0} p={0} bd={0}>
        <Text component="legend" size="sm" fw={500} mb={4}>
          Questions
        </Text>
        <Text size="sm" c="dimmed" mt={-8}>
          Asked one at a time, unless you know it. The answer goes to the candidate's details.
        </Text>
        {KeywordField.options.map((field) => (
          <div key={field} className={classes.question}>
            <Checkbox
              label={ASKED[field].label}
              checked={form.values[field] !== null}
              onChange={({ currentTarget: { checked } }) =>
                form.setFieldValue(field, checked ? ASKED[field].suggested : null)
              }
            />
            {form.values[field] !== null && (
              <TextInput
                aria-label={`${ASKED[field].label}: question`}
                maxLength={300}
                {...fieldProps(form, field)}
              />
            )}
          </div>
        ))}
      </Stack>
      <TagsInput
        label="Tags"
        description="Added to everyone who texts the keyword."
        maxTags={MOST_TAGS_EACH}
        acceptValueOnBlur
        {...form.getInputProps('tags')}
      />
      <Textarea
        label="Wording on your sign"
        description="Put these words next to the keyword. They are recorded as what each candidate agreed to."
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('consentWording')}
        value={body.consentWording}
      />
      <section aria-label="First text">
        <Text size="sm" fw={500} mb={6}>
          First text to the candidate ({counted(countSegments(firstText).segments, 'segment')})
        </Text>
        <p className={classes.first}>{firstText}</p>
      </section>
    </FormDialog>
  );
}
