import { Screen } from '../cards/screen.tsx';

const Stub = () => <Screen title="Haversack">{null}</Screen>;

export const DashboardScreen = Stub;
export const LessonsScreen = Stub;
export const CategoryScreen = Stub;
export const LessonScreen = Stub;
