import { List } from '@mantine/core';

export function PointList({ points }: { points: string[] }) {
  return (
    <List spacing={6} size="sm">
      {points.map((point) => (
        <List.Item key={point}>{point}</List.Item>
      ))}
    </List>
  );
}
