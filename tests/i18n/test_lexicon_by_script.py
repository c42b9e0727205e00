"""Words of Hindi, Chinese and Arabic: what is asked for, whose it is, what is answered, and that no word is found inside another."""

from __future__ import annotations

from datetime import date

import pytest

from assistant.planning.slots import find_slots
from i18n.folding import fold
from i18n.lexicon import lexicon

MONDAY = date(2026, 11, 30)

# section: text | what is found, in order
HINDI = """
measures: मैंने कल कितने कदम चले? | steps
measures: आज के स्टेप्स बताओ | steps
measures: मेरे क़दमों की संख्या | steps
measures: पिछली रात मैं कितना सोया? | sleep_duration
measures: मेरी नींद कैसी थी | sleep_duration
measures: मेरी स्लीप कैसी रही | sleep_duration
measures: कितनी गहरी नींद आई | deep_sleep
measures: मेरी डीप स्लीप और REM कितनी थी? | deep_sleep rem_sleep
measures: REM नींद और हल्की नींद | rem_sleep light_sleep
measures: मैं रात में कितनी बार जागा | awake
measures: कल रात मेरी नींद कितनी बार टूटी | awake
measures: मैं कितनी दूर चला | distance
measures: कितने किलोमीटर दौड़ा | distance
measures: कितने मिनट सक्रिय रहा | active_minutes
measures: मेरे एक्टिव मिनट्स | active_minutes
measures: कितनी कैलोरी बर्न की | energy
measures: मेरी विश्राम हृदय गति | resting_heart_rate
measures: आराम के समय मेरी धड़कन कितनी थी? | resting_heart_rate
measures: रेस्टिंग हार्ट रेट और HRV | resting_heart_rate hrv
measures: मेरी नब्ज़ कैसी है | heart_rate
measures: दिल की धड़कन | heart_rate
measures: हार्ट रेट | heart_rate
measures: हृदय गति परिवर्तनशीलता | hrv
measures: एचआरवी का ट्रेंड | hrv
measures: मेरा वज़न कितना है | weight
measures: मेरा ब्लड शुगर | glucose
measures: मैंने कल कितनी कैलोरी खाई? |
measures: एक सेब में कितनी कैलोरी होती है |
measures: कदमताल की धुन |
hints: मैं कितना पैदल चला | steps steps
hints: मैं कल कितना दौड़ा | distance
hints: मुझे पता चला है |
views: क्या मैं पिछले हफ़्ते से ज़्यादा चला | compare
views: क्या मैंने 10,000 से ज़्यादा कदम चले |
views: इस हफ़्ते की तुलना पिछले हफ़्ते से | compare
views: मेरी सबसे लंबी रात कौन सी थी | highest
views: सबसे कम कदम किस दिन थे | lowest
views: क्या मेरी नींद बेहतर हो रही है? | trend
views: क्या मेरी नब्ज़ बढ़ रही है | trend
views: मेरे कदमों का रुझान | trend
clock: अभी कितने बजे हैं? | time
clock: क्या समय हुआ है | time
clock: आज क्या तारीख है? | date
clock: आज कौन सा दिन है | date
clock: 14 तारीख को मैं कितना चला |
clock: मैं कितने बजे सोया |
picture: इस फोटो में क्या है | picture
picture: इस डिब्बे पर क्या लिखा है | picture picture
joins: मेरी नींद और मेरे कदम | and
cues: मेरी बहन की नब्ज़ कैसी है | other
cues: मेरे पति ने कल कितने कदम चले | other
cues: उसकी नींद कैसी थी | other
cues: मैंने कितने कदम चले | self
cues: अच्छी नींद के लिए क्या करना चाहिए | advice advice
account: क्यों? | account
account: तुम्हें यह कैसे पता? | account
account: आपने कौन से टास्क इस्तेमाल किए? | account
account: यह जानकारी कहाँ से आई? | account
account: मुझे नींद क्यों नहीं आती? |
effects: लिख लो कि मेरी पीठ में दर्द है | note
effects: डायरी में नोट करो कि सिर दर्द है | note note
effects: मुझे पानी पीने की याद दिलाना | remind
effects: सात बजे का अलार्म लगाओ | remind
effects: इंटरनेट पर नींद के बारे में खोजो | search search
effects: मैं कितना सोया |
measures: मेरी आँखें रात में कितनी बार खुलीं | awake
measures: मुझे सात बजे जगा देना |
measures: क्या मेरा दिल धीरे धड़कता है | heart_rate
views: सारा रिकॉर्ड मिटा दो |
views: क्या मैं लगातार कम सो रहा हूँ | trend
clock: आज वार कौन सा है | date
clock: सबसे सक्रिय दिन कौन सा था |
cues: मेरे पति कैसे सोए | other
cues: मेरी पत्नी कहती है मैं खर्राटे लेता हूँ | self self
account: तुमने मेरी नींद क्यों देखी? | account
measures: गहरी नींद की अवधि कितनी थी | deep_sleep
hints: और हल्की वाली | light_sleep
joins: और फिर बताओ | and
cues: पड़ोसी के साथ टहलने गया था |
"""

CHINESE = """
measures: 我昨天走了多少步? | steps
measures: 今天的步数 | steps
measures: 我昨晚睡了多久 | sleep_duration
measures: 我的睡眠怎么样 | sleep_duration
measures: 深睡和REM有多少 | deep_sleep rem_sleep
measures: 深度睡眠时间 | deep_sleep
measures: 快速眼动睡眠和浅睡眠 | rem_sleep light_sleep
measures: 我的ＨＲＶ | hrv
measures: 我昨晚睡得有多深 | deep_sleep
measures: 昨晚我醒了几次 | awake
measures: 夜里清醒时间 | awake
measures: 我走了多远 | distance
measures: 跑了几公里 | distance
measures: 我的运动时间 | active_minutes
measures: 我活动了多少分钟 | active_minutes
measures: 昨天消耗了多少卡路里 | energy
measures: 燃烧了多少热量 | energy
measures: 我的静息心率 | resting_heart_rate
measures: 休息时的脉搏 | resting_heart_rate
measures: 心率变异性和心率 | hrv heart_rate
measures: 脉搏多少 | heart_rate
measures: 我的體重 | weight
measures: 血糖高吗 | glucose
measures: 靜息心率 | resting_heart_rate
measures: 一个苹果有多少卡路里 |
measures: 我昨天吃了多少卡路里 |
measures: 跑步有什么好处 |
measures: 提醒我喝水 |
hints: 我走了吗 | steps
hints: 昨天跑步了吗 | distance
hints: 我够活跃吗 | active_minutes
views: 比上周多吗 | compare
views: 和上周相比 | compare
views: 比如说 |
views: 走了超过10000步吗 |
views: 最近的睡眠 |
views: 走得最多的一天 | highest
views: 睡得最少的一晚 | lowest
views: 心率的趋势 | trend
views: 睡眠变好了吗 | trend
views: 我的步数越来越多吗 | trend
clock: 现在几点了? | time
clock: 今天几号? | date
clock: 今天星期几 | date
clock: 我几点睡的 |
clock: 哪天走得最多 |
picture: 这张图片里写了什么 | picture picture
picture: 图书馆在哪 |
joins: 睡眠和步数 | and
cues: 我妹妹的心率怎么样 | other
cues: 我老公昨晚睡了多久 | other
cues: 他的步数 | other
cues: 我的步数怎么样 | self
cues: 怎么才能睡好 | advice
account: 为什么? | account
account: 你是怎么知道的? | account
account: 你用了哪些任务? | account
account: 数据是从哪里来的? | account
account: 为什么我睡不好? |
effects: 记下来我背疼 | note
effects: 写进日记 | note note
effects: 提醒我吃药 | remind
effects: 设个闹钟 | remind
effects: 上网搜索一下失眠 | search
effects: 查一下我的步数 |
effects: 我的睡眠记录 |
views: 睡眠质量有没有提高 | trend
views: 我是不是越睡越少了 | trend
cues: 我女儿星期五走了多少步 | other
cues: 我老婆说我打呼噜 | self self
cues: 其他步数 |
cues: 睡眠情况如何? |
account: 这个结果是怎么来的 | account
account: 你的来源是什么? | account
effects: 能找到可靠来源吗 | search
clock: 请报一下时间 | time
views: 比平时睡得多 | compare
joins: 先说今天几号再告诉我步数 | and
"""

ARABIC = """
measures: كم خطوة مشيت أمس؟ | steps
measures: خطواتي اليوم | steps
measures: عدد خطواتي | steps
measures: كيف كان نومي؟ | sleep_duration
measures: كم ساعة نمت | sleep_duration
measures: كَمْ نِمْتُ | sleep_duration
measures: نومي العميق ونوم حركة العين السريعة | deep_sleep rem_sleep
measures: كم كان النوم العميق وREM | deep_sleep rem_sleep
measures: النوم الخفيف | light_sleep
measures: كم مرة استيقظت | awake
measures: المسافة التي قطعتها | distance
measures: كم كيلومترا مشيت | distance
measures: مسافتي | distance
measures: دقائق النشاط | active_minutes
measures: كم دقيقة كنت نشيطا | active_minutes
measures: كم سعرة حرارية حرقت | energy
measures: السعرات الحرارية المحروقة | energy
measures: نبضي أثناء الراحة | resting_heart_rate
measures: معدل ضربات القلب في وقت الراحة | resting_heart_rate
measures: معدل ضربات قلبي | heart_rate
measures: ونبضي؟ | heart_rate
measures: دقات قلبي | heart_rate
measures: تقلب معدل ضربات القلب | hrv
measures: HRV ونبض القلب | hrv heart_rate
measures: وزني | weight
measures: سكر الدم | glucose
measures: كم سعرة حرارية أكلت أمس؟ |
measures: كم سعرة حرارية في التفاحة؟ |
measures: عندي حرقة في المعدة |
hints: كم مشيت أمس | steps
hints: هل ركضت | distance
hints: هل كنت نشيطا بما يكفي | active_minutes
views: هل مشيت أكثر من الأسبوع الماضي | compare
views: هل مشيت أكثر من 10000 خطوة |
views: قارن نومي بالأسبوع الماضي | compare
views: ما أطول ليلة نمتها | highest
views: في أي يوم مشيت أقل عدد من الخطوات | lowest
views: هل يتحسن نومي | trend
views: هل ارتفع نبضي | trend
views: كيف أنام بشكل أفضل |
clock: كم الساعة الآن؟ | time
clock: ما تاريخ اليوم؟ | date
clock: أي يوم هو اليوم؟ | date
clock: في أي ساعة نمت |
clock: كم ساعة نمت |
picture: ما المكتوب في هذه الصورة | picture picture
joins: نومي وخطواتي | and
joins: في أي وقت |
cues: نبض أختي | other
cues: كم خطوة مشى زوجي | other
cues: نومها | other
cues: خطواتي | self
cues: ماذا أفعل لتحسين النوم | advice advice
account: لماذا؟ | account
account: كيف عرفت ذلك؟ | account
account: ما المهام التي استخدمتها؟ | account
account: من أين هذه المعلومة؟ | account
account: لماذا لا أنام جيدا؟ |
effects: سجل أن ظهري يؤلمني | note
effects: اكتب في يومياتي أن رأسي يؤلمني | note note
effects: ذكرني بشرب الماء | remind
effects: اضبط المنبه | remind
effects: ابحث في الإنترنت عن الأرق | search search
effects: نمت دون أن أستيقظ |
measures: كم كيلو مشيت | distance
measures: احك لي خطوات جوابك |
hints: كم كنت نشيطاً | active_minutes
views: هل أنام أقل فأقل؟ | trend
views: هل زادت خطواتي | trend
views: في أي يوم حرقت أكثر سعرات | highest
clock: في أي يوم هذا الشهر مشيت أكثر |
picture: لماذا تقول هذا؟ |
cues: زوجتي تقول إنني أشخر |
cues: كيف نوم ابنتي | other
account: لماذا تقول هذا؟ | account
effects: اكتب قصيدة عن البحر |
effects: سجل ذلك من فضلك | note
measures: مدة النوم العميق | deep_sleep
views: هل نمت أكثر من المعتاد؟ | compare
account: عرفت ده منين | account
clock: النهارده كام في الشهر | date
"""

# what is said to "shall I?"
ANSWERS = """
hi: yes: हाँ | जी हाँ | हां, लिख दो | ठीक है | बिल्कुल | ओके | हाँ कर दीजिए, धन्यवाद | ज़रूर
hi: no: नहीं | नहीं, धन्यवाद | मत करो | रहने दो | जी नहीं | अभी नहीं | बिल्कुल नहीं
zh: yes: 好 | 好的 | 是的 | 可以 | 嗯 | 好的，请写下来 | 没问题 | OK | 当然 | 记吧
zh: no: 不 | 不要 | 不用了，谢谢 | 算了 | 不是 | 别记了 | 取消 | 不行
ar: yes: نعم | أجل | نَعَم، من فضلك | تمام | طبعًا | حسنًا، سجله | أيوه | موافق
ar: no: لا | لا شكرًا | لا داعي | ليس الآن | كلا | لا تفعل ذلك | لا أريد
hi: neither: धन्यवाद | हाँ, लेकिन कल | हाँ और नहीं | मैं कितना सोया? |  | कृपया | पता नहीं
zh: neither: 谢谢 | 好，但是明天 | 行不行 | 我睡了多久? |  | 请 | 不知道 | 对不起
ar: neither: شكرا | نعم لكن غدا | نعم ولا | كم نمت؟ |  | من فضلك | لا أعرف
"""

# "[the words of a correction] and what follows"; without brackets it opens none
OPENINGS = """
hi: [नहीं, मेरा मतलब] कदम था | [मेरा मतलब था] कल | [नहीं,] कदम | मैंने कदम चले | नहीं | और कल?
zh: [不，我是说]步数 | [我的意思是]昨天 | [不对，]是上周 | [我说错了]，是上周 | 不知道 | 那昨天呢? | 不
ar: [لا، أقصد] الخطوات | [قصدت] أمس | [لا،] الخطوات | لا أعرف | لا | وأمس؟
"""


def rows(table: str, language: str) -> list[tuple[str, str, str, list[str]]]:
    found: list[tuple[str, str, str, list[str]]] = []
    for line in table.strip().splitlines():
        key, _, says = line.partition(" |")
        section, text = key.split(": ", 1)
        found.append((language, section, text, says.split()))
    return found


@pytest.mark.parametrize(("language", "section", "text", "says"), [*rows(HINDI, "hi"), *rows(CHINESE, "zh"), *rows(ARABIC, "ar")])
def test_words(language: str, section: str, text: str, says: list[str]) -> None:
    assert [word.says for word in lexicon(language).find(section, text)] == says


def answers() -> list[tuple[str, str, str]]:
    lines = (line.split(": ", 2) for line in ANSWERS.strip().splitlines())
    return [(language, says, text) for language, says, texts in lines for text in texts.split(" | ")]


@pytest.mark.parametrize(("language", "says", "text"), answers())
def test_a_yes_or_a_no_or_neither(language: str, says: str, text: str) -> None:
    assert (lexicon(language).whole("consent", text) or "neither") == says


def openings() -> list[tuple[str, str]]:
    lines = (line.split(": ", 1) for line in OPENINGS.strip().splitlines())
    return [(language, text) for language, texts in lines for text in texts.split(" | ")]


@pytest.mark.parametrize(("language", "marked"), openings())
def test_how_a_correction_opens(language: str, marked: str) -> None:
    opening, _, _ = marked.removeprefix("[").partition("]")
    text = marked.replace("[", "").replace("]", "")
    word = lexicon(language).opening("correction", text)
    assert (text[word.start : word.end] if word else None) == (opening if marked.startswith("[") else None)


@pytest.mark.parametrize(
    ("language", "text", "measures", "view", "periods"),
    [
        ("hi", "पिछले महीने मेरी सबसे लंबी नींद कब थी?", ["sleep_duration"], "extreme highest", 1),
        ("hi", "क्या मेरी रेस्टिंग हार्ट रेट इस महीने घट रही है?", ["resting_heart_rate"], "trend highest", 1),
        ("hi", "पिछले हफ़्ते की नींद की तुलना उससे पहले के हफ़्ते से करो", ["sleep_duration"], "compare highest", 2),
        ("zh", "上个月哪天步数最少?", ["steps"], "extreme lowest", 1),
        ("zh", "我上周的睡眠和前一周相比怎么样?", ["sleep_duration"], "compare highest", 2),
        ("zh", "最近三十天静息心率有什么趋势?", ["resting_heart_rate"], "trend highest", 1),
        ("ar", "ما أقل عدد خطوات في الشهر الماضي؟", ["steps"], "extreme lowest", 1),
        ("ar", "هل نومي الأسبوع الماضي أفضل من الأسبوع الذي قبله؟", ["sleep_duration"], "compare highest", 2),
        ("ar", "هل يتحسن نبضي أثناء الراحة هذا الشهر؟", ["resting_heart_rate"], "trend highest", 1),
    ],
)
def test_slots(language: str, text: str, measures: list[str], view: str, periods: int) -> None:
    slots = find_slots(text, language, MONDAY)
    assert [word.says for word in slots.measures] == measures
    assert f"{slots.view} {slots.which}" == view
    assert len(slots.periods) == periods


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("हफ़्ता पाँच क्या ७", "हफ्ता पांच क्या 7"),
        ("हफ\u093c\u094dता", "हफ्ता"),
        ("Ｒｅｍ １２、靜息", "rem 12、静息"),
        ("أَمْسِ إلى مسافةٍ الثـــلاثاء ٢٣ ۷", "امس الي مسافه الثلاثاء 23 7"),
        ("\u200fنوم\u200e", "نوم"),
    ],
)
def test_folding_of_scripts(written: str, plain: str) -> None:
    folded = fold(written)
    assert folded.text == plain
    assert len(folded.origin) == len(plain) + 1
    assert folded.span(0, len(plain))[1] == len(written)


def test_words_end_where_their_script_says() -> None:
    assert [word.says for word in lexicon("hi").find("joins", "औरत के कदम")] == []  # "and" is not in "woman"
    (word,) = lexicon("ar").find("measures", "فبنومي؟")
    assert "فبنومي"[word.start : word.end] == "نوم"
